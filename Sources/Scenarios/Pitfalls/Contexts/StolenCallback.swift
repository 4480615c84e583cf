import Harness
import ManagedObserving
import RawObserving

/// CTX-1: a subclass recognises its callbacks only by the key path, and handles its superclass's as its own.
enum StolenCallback {
  static let pitfall = Pitfall(
    "CTX-1", "stolen-callback", "A subclass compares only the key path, and takes its superclass's callbacks",
    frequency: .sometimes, symptoms: [.calledForOthers, .neverCalled, .calledTwice],
    change: .double("shown += 1"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the subclass compares only the key path", .finds("the date is shown 0 times, the alarm is checked 4 times"),
      wanted: "the date is shown 2 times, the alarm is checked 2 times", keyPathAlone),
    .raw(
      "each class compares its own context", .finds("the date is shown 2 times, the alarm is checked 2 times"),
      ownContexts),
    .managed(
      "each class has its own closure", .finds("the date is shown 2 times, the alarm is checked 2 times"), managed),
  ]

  // snippet.contexts
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) private static let clockViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) private static let alarmViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  // snippet.end

  /// Shows the time. It adds itself, removes itself and compares its context, all correctly.
  private class ClockView: KeyValueObject {
    let clock: Clock
    let story: Story
    var shown = 0

    init(_ clock: Clock, _ story: Story) {
      self.clock = clock
      self.story = story
      super.init()
      clock.addObserver(self, forKeyPath: "date", context: clockViewContext)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: clockViewContext) }

    // snippet.superclass
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == clockViewContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      shown += 1
      story.say("the clock view shows \(clock.date)")
    }
    // snippet.end
  }

  /// Shows the time, and checks at every change whether the alarm is due.
  private class AlarmView: ClockView {
    var checks = 0

    override init(_ clock: Clock, _ story: Story) {
      super.init(clock, story)
      clock.addObserver(self, forKeyPath: "date", context: alarmViewContext)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: alarmViewContext) }

    // snippet.subclass
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard isMine(keyPath, context) else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      checks += 1
      story.say("the alarm view checks the alarm at \(clock.date)")
    }

    func isMine(_ keyPath: String, _ context: UnsafeMutableRawPointer?) -> Bool {
      keyPath == "date"
    }
    // snippet.end
  }

  /// The same, and it recognises its own calls.
  private final class CarefulAlarmView: AlarmView {
    // snippet.careful
    override func isMine(_ keyPath: String, _ context: UnsafeMutableRawPointer?) -> Bool {
      context == alarmViewContext
    }
    // snippet.end
  }

  private static func keyPathAlone(_ story: Story) -> String {
    let clock = Clock()
    return twoChanges(of: clock, seenBy: AlarmView(clock, story))
  }

  private static func ownContexts(_ story: Story) -> String {
    let clock = Clock()
    return twoChanges(of: clock, seenBy: CarefulAlarmView(clock, story))
  }

  private static func twoChanges(of clock: Clock, seenBy view: AlarmView) -> String {
    clock.date = 1
    clock.date = 2
    return "the date is shown \(times(view.shown)), the alarm is checked \(times(view.checks))"
  }

  // snippet.managed-subclass
  private final class ManagedAlarmView: ManagedClockView {
    var checks = 0
    private lazy var alarmController = KVOController(observer: self)

    override init(_ clock: Clock, _ story: Story) {
      super.init(clock, story)
      alarmController.observe(clock, \.$date) { view, clock, _ in
        view.checks += 1
        view.story.say("the alarm view checks the alarm at \(clock.date)")
      }
    }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedAlarmView(clock, story)
    clock.date = 1
    clock.date = 2
    return "the date is shown \(times(view.shown.count)), the alarm is checked \(times(view.checks))"
  }
}
