import Harness
import ManagedObserving
import RawObserving

/// REM-4: two registrations match a removal, and the engine has to choose one.
enum GuessedRegistration {
  static let pitfall = Pitfall(
    "REM-4", "guessed-registration", "A removal without a context matches several registrations",
    frequency: .rare, symptoms: [.wrongOneRemoved],
    change: .double(#"clock.removeObserver(view, forKeyPath: "date")"#, 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the alarm is removed without a context", .finds("the alarm stops in 1 of 2 tries"),
      wanted: "the alarm stops in 2 of 2 tries", withoutContext),
    .raw("the alarm is removed with its context", .finds("the alarm stops in 2 of 2 tries"), withContext),
    .managed("the alarm has its own controller", .finds("the alarm stops in 2 of 2 tries"), managed),
  ]

  // Only the addresses are used: nothing is ever read from them or written to them.
  nonisolated(unsafe) private static let timeContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) private static let alarmContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// The order in which the two are added, one for each try.
  private enum Added: String, CaseIterable {
    case timeThenAlarm = "time, then alarm"
    case alarmThenTime = "alarm, then time"
  }

  /// Shows the time and checks the alarm.
  private class ClockView: KeyValueObject {
    fileprivate var heard: [String] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { heard.append(context == alarmContext ? "alarm" : "time") }
  }

  // snippet.raw
  private static func withoutContext(_ story: Story) -> String {
    let stopped = Added.allCases.count { order in
      let (clock, view) = added(order)
      clock.removeObserver(view, forKeyPath: "date")  // meant to remove the alarm's registration
      let stopped = alarmHasStopped(view, clock, order, story)
      clock.removeObserver(view, forKeyPath: "date")  // the other registration, whichever it is
      return stopped
    }
    return "the alarm stops in \(stopped) of \(Added.allCases.count) tries"
  }
  // snippet.end

  private static func withContext(_ story: Story) -> String {
    let stopped = Added.allCases.count { order in
      let (clock, view) = added(order)
      clock.removeObserver(view, forKeyPath: "date", context: alarmContext)
      let stopped = alarmHasStopped(view, clock, order, story)
      clock.removeObserver(view, forKeyPath: "date", context: timeContext)
      return stopped
    }
    return "the alarm stops in \(stopped) of \(Added.allCases.count) tries"
  }

  private static func added(_ order: Added) -> (Clock, ClockView) {
    let clock = Clock()
    let view = ClockView()
    let contexts = [timeContext, alarmContext]
    for context in order == .timeThenAlarm ? contexts : contexts.reversed() {
      clock.addObserver(view, forKeyPath: "date", context: context)
    }
    return (clock, view)
  }

  private static func alarmHasStopped(
    _ view: ClockView, _ clock: Clock, _ order: Added, _ story: Story
  ) -> Bool {
    clock.date = 1
    let left = view.heard.joined(separator: ", ")
    story.say("added \(order.rawValue); after one removal, \(left) is left")
    return !view.heard.contains("alarm")
  }

  private final class ManagedView: ClockView {
    private lazy var time = KVOController(observer: self)
    private lazy var alarm = KVOController(observer: self)

    // snippet.managed
    func showTime(of clock: Clock) {
      time.observe(clock, \.$date) { view, _, _ in view.heard.append("time") }
    }

    func startAlarm(of clock: Clock) {
      alarm.observe(clock, \.$date) { view, _, _ in view.heard.append("alarm") }
    }

    func stopAlarm(of clock: Clock) { alarm.unobserve(clock, \.$date) }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let stopped = Added.allCases.count { order in
      let clock = Clock()
      let view = ManagedView()
      if order == .timeThenAlarm { view.showTime(of: clock) }
      view.startAlarm(of: clock)
      if order == .alarmThenTime { view.showTime(of: clock) }
      view.stopAlarm(of: clock)
      return alarmHasStopped(view, clock, order, story)
    }
    return "the alarm stops in \(stopped) of \(Added.allCases.count) tries"
  }
}
