import Harness
import ManagedObserving
import RawObserving

/// REM-5: a subclass removes what its superclass registered.
enum TakenRegistration {
  static let pitfall = Pitfall(
    "REM-5", "taken-registration", "A subclass removes its superclass's registration",
    frequency: .rare, symptoms: [.wrongOneRemoved, .noLongerCalled, .diesWhenRemoved],
    change: .delete("view?.switchOff()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "an alarm that was never on is switched off", .dies(.notRegistered),
      wanted: "the date is set 2 times, the view shows it 2 times", raw),
    .managed("the alarm has its own controller", .finds("the date is set 1 time, the view shows it 1 time"), managed),
    .managed(
      "the alarm uses the controller that both classes share",
      .finds("the date is set 1 time, the view shows it 0 times"),
      wanted: "the date is set 1 time, the view shows it 1 time", sameMistake: true, shared),
  ]

  private class ClockView: KeyValueObject {
    let clock: Clock
    let story: Story
    private(set) var shown = 0

    init(_ clock: Clock, _ story: Story) {
      self.clock = clock
      self.story = story
      super.init()
      clock.addObserver(self, forKeyPath: "date")
    }

    deinit { clock.removeObserver(self, forKeyPath: "date") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      shown += 1
      story.say("the clock view shows \(clock.date)")
    }
  }

  // snippet.subclass
  private final class AlarmView: ClockView {
    func switchOn() { clock.addObserver(self, forKeyPath: "date") }
    func switchOff() { clock.removeObserver(self, forKeyPath: "date") }
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    var view: AlarmView? = AlarmView(clock, story)
    clock.date = 1
    story.say("the alarm is switched off, though it was never on")
    view?.switchOff()
    story.say("the date is set to 2")
    clock.date = 2
    let shown = view?.shown ?? 0
    story.say("the view is released")
    view = nil
    return "the date is set 2 times, the view shows it \(times(shown))"
  }

  // snippet.managed
  private final class ManagedAlarmView: ManagedClockView {
    private lazy var alarmController = KVOController(observer: self)

    func switchOff() { alarmController.unobserve(clock, \.$date) }
  }
  // snippet.end

  private final class SharingAlarmView: ManagedClockView {
    func switchOff() { kvoController.unobserve(clock, \.$date) }
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedAlarmView(clock, story)
    story.say("the alarm is switched off, though it was never on")
    view.switchOff()
    clock.date = 2
    return "the date is set 1 time, the view shows it \(times(view.shown.count))"
  }

  private static func shared(_ story: Story) -> String {
    let clock = Clock()
    let view = SharingAlarmView(clock, story)
    story.say("the alarm is switched off, though it was never on")
    view.switchOff()
    clock.date = 2
    return "the date is set 1 time, the view shows it \(times(view.shown.count))"
  }
}
