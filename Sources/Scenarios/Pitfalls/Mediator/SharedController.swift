import Harness
import ManagedObserving
import RawObserving

/// MED-4: a class and its subclass share one lazy controller without knowing it.
enum SharedController {
  static let pitfall = Pitfall(
    "MED-4", "shared-controller", "A superclass and its subclass share one lazy controller",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    change: .delete("super.watch(clock)", 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the subclass observes what its superclass observes",
      .finds("the date is shown 1 time, the alarm is checked 0 times"),
      wanted: "the date is shown 1 time, the alarm is checked 1 time", sameKeyPath),
    .raw(
      "the subclass unobserves everything", .finds("the date is shown 0 times for 1 change"),
      wanted: "the date is shown 1 time for 1 change", unobservesAll),
    .managed(
      "the subclass has its own controller", .finds("the date is shown 2 times, the alarm is checked 1 time"),
      ownController),
    .managed(
      "the subclass adds, and keeps its token", .finds("the date is shown 2 times, the alarm is checked 1 time"), token),
  ]

  private class ClockView: KeyValueObject {
    private(set) var shown = 0

    func watch(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, _, _ in view.shown += 1 }
    }
  }

  // snippet.subclass
  private final class AlarmView: ClockView {
    private(set) var checked = 0

    override func watch(_ clock: Clock) {
      super.watch(clock)
      kvoController.observe(clock, \.$date) { view, _, _ in view.checked += 1 }
    }

    func switchOff() { kvoController.unobserveAll() }
  }
  // snippet.end

  /// A subclass that ends its own observation, and no other.
  private class CarefulAlarmView: ClockView {
    fileprivate(set) var checked = 0

    func switchOff() {}
  }

  private final class SeparateAlarmView: CarefulAlarmView {
    private lazy var alarmController = KVOController(observer: self)

    override func watch(_ clock: Clock) {
      super.watch(clock)
      alarmController.observe(clock, \.$date) { view, _, _ in view.checked += 1 }
    }

    override func switchOff() { alarmController.unobserveAll() }
  }

  // snippet.token
  private final class SharingAlarmView: CarefulAlarmView {
    private var alarms: ObservationToken?

    override func watch(_ clock: Clock) {
      super.watch(clock)
      alarms = kvoController.observe(clock, \.$date, duplicates: .add) { view, _, _ in
        view.checked += 1
      }
    }

    override func switchOff() { alarms?.cancel() }
  }
  // snippet.end

  private static func sameKeyPath(_ story: Story) -> String {
    let (clock, view) = (Clock(), AlarmView())
    view.watch(clock)
    clock.date = 1
    return "the date is shown \(times(view.shown)), the alarm is checked \(times(view.checked))"
  }

  private static func unobservesAll(_ story: Story) -> String {
    let (clock, view) = (Clock(), AlarmView())
    view.watch(clock)
    story.say("the alarm is switched off, and the date is set")
    view.switchOff()
    clock.date = 1
    return "the date is shown \(times(view.shown)) for 1 change"
  }

  private static func ownController(_ story: Story) -> String {
    twoChanges(SeparateAlarmView(), story)
  }

  private static func token(_ story: Story) -> String { twoChanges(SharingAlarmView(), story) }

  private static func twoChanges(_ view: CarefulAlarmView, _ story: Story) -> String {
    let clock = Clock()
    view.watch(clock)
    clock.date = 1
    story.say("the date is shown \(times(view.shown)), the alarm is checked \(times(view.checked))")
    story.say("the alarm is switched off, and the date is set")
    view.switchOff()
    clock.date = 2
    return "the date is shown \(times(view.shown)), the alarm is checked \(times(view.checked))"
  }
}
