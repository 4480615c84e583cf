import ManagedObserving
import RawObserving

/// MED-4: a class and its subclass share the one lazy controller, and do not know of each other.
enum SharedController {
  static let pitfall = Pitfall(
    "MED-4", "shared-controller", "A superclass and its subclass share the one lazy controller",
    lesson: "25-the-mediators-small-print.md#med-4-shared-controller",
    acts: [
      .raw(
        "the subclass observes what its superclass observes",
        .finds("1 change: shown 1 time, alarms checked 0 times"), sameKeyPath),
      .raw(
        "the subclass unobserves everything", .finds("1 change: shown 0 times"), unobservesAll),
      .managed(
        "the subclass has a controller of its own",
        .finds("1 change: shown 1 time, alarms checked 1 time"), ownController),
      .managed(
        "and unobserves everything", .finds("1 change: shown 1 time"), ownUnobservesAll),
    ])

  // snippet.superclass
  private class ClockView: KeyValueObject {
    private(set) var shown = 0

    func watch(_ clock: Clock) {
      kvoController.observe(clock, \.date) { (view: ClockView, _, _) in view.shown += 1 }
    }
  }
  // snippet.end

  // snippet.subclass
  private final class AlarmView: ClockView {
    private(set) var checked = 0

    override func watch(_ clock: Clock) {
      super.watch(clock)
      kvoController.observe(clock, \.date) { (view: AlarmView, _, _) in view.checked += 1 }
    }

    func switchOff() { kvoController.unobserveAll() }
  }
  // snippet.end

  // snippet.own-controller
  private final class CarefulAlarmView: ClockView {
    private(set) var checked = 0
    private lazy var alarmController = KVOController(observer: self)

    override func watch(_ clock: Clock) {
      super.watch(clock)
      alarmController.observe(clock, \.date) { (view: CarefulAlarmView, _, _) in view.checked += 1 }
    }

    func switchOff() { alarmController.unobserveAll() }
  }
  // snippet.end

  private static func sameKeyPath(_ story: Story) -> String {
    let (clock, view) = (Clock(), AlarmView())
    view.watch(clock)
    clock.date = 1
    return "1 change: shown \(times(view.shown)), alarms checked \(times(view.checked))"
  }

  private static func unobservesAll(_ story: Story) -> String {
    let (clock, view) = (Clock(), AlarmView())
    view.watch(clock)
    story.say("the alarms are switched off")
    view.switchOff()
    clock.date = 1
    return "1 change: shown \(times(view.shown))"
  }

  private static func ownController(_ story: Story) -> String {
    let (clock, view) = (Clock(), CarefulAlarmView())
    view.watch(clock)
    clock.date = 1
    return "1 change: shown \(times(view.shown)), alarms checked \(times(view.checked))"
  }

  private static func ownUnobservesAll(_ story: Story) -> String {
    let (clock, view) = (Clock(), CarefulAlarmView())
    view.watch(clock)
    story.say("the alarms are switched off")
    view.switchOff()
    clock.date = 1
    return "1 change: shown \(times(view.shown))"
  }

  private static func times(_ count: Int) -> String { "\(count) time\(count == 1 ? "" : "s")" }
}
