import ManagedObserving
import RawObserving

/// REG-5: a flag says that the view is registered, and the clock knows nothing of it.
enum RegisteredOrNot {
  static let pitfall = Pitfall(
    "REG-5", "registered-or-not",
    "A flag stands for \"am I registered?\" and drifts from the truth",
    lesson: "12-what-registering-does-not-check.md#reg-5-registered-or-not",
    acts: [
      .raw(
        "taken off the clock by somebody else, then shown again",
        .finds("the flag says yes, 1 change is heard 0 times"), shownAgain),
      .raw(
        "taken off the clock by somebody else, then hidden",
        .dies("because it is not registered as an observer"), hidden),
      .managed(
        "the same, and the view keeps no flag",
        .finds("shown again: 1 call, hidden twice: 0 calls"), managed),
    ])

  private final class ClockView: KeyValueObject {
    let clock: Clock
    private(set) var isRegistered = false
    private(set) var calls = 0

    init(_ clock: Clock) { self.clock = clock }

    // snippet.flag
    func show() {
      guard !isRegistered else { return }
      clock.addObserver(self, forKeyPath: "date")
      isRegistered = true
    }

    func hide() {
      guard isRegistered else { return }
      clock.removeObserver(self, forKeyPath: "date")
      isRegistered = false
    }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { calls += 1 }
  }

  // snippet.wall
  /// Takes everything off the wall. It was written for views that keep no flag.
  private static func clearWall(_ clock: Clock, of view: ClockView) {
    clock.removeObserver(view, forKeyPath: "date")
  }
  // snippet.end

  private static func shownAgain(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock)
    view.show()
    story.say("the wall is cleared")
    clearWall(clock, of: view)
    story.say("the view is shown again")
    view.show()
    clock.date = 1
    let flag = view.isRegistered ? "yes" : "no"
    return "the flag says \(flag), 1 change is heard \(view.calls) times"
  }

  private static func hidden(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock)
    view.show()
    story.say("the wall is cleared")
    clearWall(clock, of: view)
    story.say("the view is hidden")
    view.hide()
    return "it went on"
  }

  // snippet.no-flag
  private final class ManagedClockView: KeyValueObject {
    let clock: Clock
    private(set) var calls = 0

    init(_ clock: Clock) { self.clock = clock }

    func show() { kvoController.observe(clock, \.$date, action: ManagedClockView.dateDidChange) }
    func hide() { kvoController.unobserve(clock, \.$date) }
    func dateDidChange(_ change: Change<Int>) { calls += 1 }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedClockView(clock)
    view.show()
    story.say("the wall is cleared")
    view.kvoController.unobserve(clock)
    story.say("the view is shown again")
    view.show()
    clock.date = 1
    let shown = view.calls
    story.say("the view is hidden, twice")
    view.hide()
    view.hide()
    clock.date = 2
    return "shown again: \(shown) call, hidden twice: \(view.calls - shown) calls"
  }
}
