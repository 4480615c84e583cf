import Harness
import ManagedObserving
import RawObserving

/// CTX-2: a subclass drops the calls whose context it does not know.
enum UnforwardedContext {
  static let pitfall = Pitfall(
    "CTX-2", "unforwarded-context", "A subclass drops the calls that are not its own",
    frequency: .sometimes, symptoms: [.neverCalled],
    change: .delete("guard context == alarmViewContext else { return }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the subclass returns if the context is not its own",
      .finds("the date is shown 0 times, the alarm is checked 2 times"),
      wanted: "the date is shown 2 times, the alarm is checked 2 times", dropped),
    .raw(
      "the subclass passes such calls to super", .finds("the date is shown 2 times, the alarm is checked 2 times"),
      forwarded),
    .managed(
      "each class has its own closure", .finds("the date is shown 2 times, the alarm is checked 2 times"), managed),
  ]

  // Only the addresses are used: nothing is ever read from them or written to them.
  nonisolated(unsafe) private static let clockViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) private static let alarmViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  private class ClockView: KeyValueObject {
    let clock: Clock
    private(set) var shown = 0

    init(_ clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date", context: clockViewContext)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: clockViewContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == clockViewContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      shown += 1
    }
  }

  /// Has its own registration in addition to its superclass's.
  private class AlarmView: ClockView {
    fileprivate(set) var checks = 0

    override init(_ clock: Clock) {
      super.init(clock)
      clock.addObserver(self, forKeyPath: "date", context: alarmViewContext)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: alarmViewContext) }
  }

  private final class DroppingView: AlarmView {
    // snippet.dropped
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == alarmViewContext else { return }
      checks += 1
    }
    // snippet.end
  }

  private final class ForwardingView: AlarmView {
    // snippet.forwarded
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == alarmViewContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      checks += 1
    }
    // snippet.end
  }

  private static func dropped(_ story: Story) -> String { finding(DroppingView(Clock()), story) }
  private static func forwarded(_ story: Story) -> String { finding(ForwardingView(Clock()), story) }

  private static func finding(_ view: AlarmView, _ story: Story) -> String {
    story.say("the date is set twice")
    view.clock.date = 1
    view.clock.date = 2
    return "the date is shown \(times(view.shown)), the alarm is checked \(times(view.checks))"
  }

  private final class ManagedAlarmView: ManagedClockView {
    private(set) var checks = 0
    private lazy var alarms = KVOController(observer: self)

    override init(_ clock: Clock, _ story: Story) {
      super.init(clock, story)
      alarms.observe(clock, \.$date) { view, _, _ in view.checks += 1 }
    }
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedAlarmView(clock, story)
    story.say("the date is set twice")
    clock.date = 1
    clock.date = 2
    return "the date is shown \(times(view.shown.count)), the alarm is checked \(times(view.checks))"
  }
}
