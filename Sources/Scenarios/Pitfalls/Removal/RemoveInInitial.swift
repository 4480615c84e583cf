import Harness
import ManagedObserving
import RawObserving

/// REM-7: an observer removes itself inside its first call, which comes before it is registered.
enum RemoveInInitial {
  static let pitfall = Pitfall(
    "REM-7", "remove-in-initial", "An observer is removed inside the initial call, before the add is recorded",
    frequency: .rare, symptoms: [.diesWhenAdded, .diesWhenRemoved],
    change: .delete(#"object.removeObserver(self, forKeyPath: "date")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the time of the alarm has already passed", .dies(.notRegistered), wanted: "the alarm rings 1 time", alreadyPast),
    .raw("the time of the alarm has not come yet", .finds("the alarm rings 1 time"), yetToCome),
    .managed("the time of the alarm has already passed", .finds("the alarm rings 1 time, the clock is freed"), managed),
  ]

  // snippet.alarm
  private final class Alarm: KeyValueObject {
    private(set) var rings = 0

    func watch(_ clock: Clock) {
      clock.addObserver(self, forKeyPath: "date", options: [.initial, .new])
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard let date = change.newValue as? Int, date >= 7 else { return }
      rings += 1
      object.removeObserver(self, forKeyPath: "date")
    }
  }
  // snippet.end

  private static func alreadyPast(_ story: Story) -> String {
    let clock = Clock()
    clock.date = 8
    let alarm = Alarm()
    story.say("it is 8, and the alarm is set for 7")
    alarm.watch(clock)
    return "the alarm rings \(times(alarm.rings))"
  }

  private static func yetToCome(_ story: Story) -> String {
    let clock = Clock()
    clock.date = 6
    let alarm = Alarm()
    story.say("it is 6, and the alarm is set for 7")
    alarm.watch(clock)
    clock.date = 7
    clock.date = 8
    return "the alarm rings \(times(alarm.rings))"
  }

  // snippet.managed-alarm
  private final class ManagedAlarm: KeyValueObject {
    private(set) var rings = 0

    func watch(_ clock: Clock) {
      kvoController.observe(clock, \.$date, options: .initial) { alarm, clock, change in
        guard change.value >= 7 else { return }
        alarm.rings += 1
        alarm.kvoController.unobserve(clock, \.$date)
      }
    }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    var clock: Clock? = Clock()
    let probe = Probe(clock!)
    clock?.date = 8
    let alarm = ManagedAlarm()
    story.say("it is 8, and the alarm is set for 7")
    alarm.watch(clock!)
    clock?.date = 9
    story.say("the last reference to the clock is released")
    clock = nil  // a leftover registration would end the process here, in the classic era
    return "the alarm rings \(times(alarm.rings)), the clock is \(probe.fate)"
  }
}
