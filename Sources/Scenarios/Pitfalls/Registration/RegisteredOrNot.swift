import Harness
import ManagedObserving
import RawObserving

/// REG-5: a flag says that the view is registered, and the clock has no such registration.
enum RegisteredOrNot {
  static let pitfall = Pitfall(
    "REG-5", "registered-or-not", "A flag says whether the observer is registered, and becomes wrong",
    frequency: .sometimes, symptoms: [.noLongerCalled, .diesWhenRemoved],
    change: .delete(#"clock.removeObserver(self, forKeyPath: "date")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "other code removes the view, then it is shown again",
      .finds("the flag is true, the view is called 0 times for 1 change"),
      wanted: "the flag is true, the view is called 1 time for 1 change", shownAgain),
    .raw(
      "other code removes the view, then it is hidden", .dies(.notRegistered),
      wanted: "the view is hidden, the program goes on", hidden),
    .managed(
      "the same, and the view keeps no flag", .finds("the shown view is called 1 time, the hidden view 0 times"),
      managed),
  ]

  private final class ClockView: CountingView {
    let clock: Clock
    private(set) var isRegistered = false

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
  }

  /// Removes the view as an observer. It was written for views without a flag.
  private static func stopUpdating(_ view: ClockView, from clock: Clock) {
    clock.removeObserver(view, forKeyPath: "date")
  }

  private static func shownAgain(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock)
    view.show()
    story.say("other code removes the view as an observer")
    stopUpdating(view, from: clock)
    story.say("the view is shown again")
    view.show()
    clock.date = 1
    return "the flag is \(view.isRegistered), the view is called \(times(view.calls)) for 1 change"
  }

  private static func hidden(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock)
    view.show()
    story.say("other code removes the view as an observer")
    stopUpdating(view, from: clock)
    story.say("the view is hidden")
    view.hide()
    return "the view is hidden, the program goes on"
  }

  // snippet.no-flag
  private final class ManagedClockView: KeyValueObject {
    let clock: Clock
    private(set) var calls = 0

    init(_ clock: Clock) { self.clock = clock }

    func show() { kvoController.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) } }
    func hide() { kvoController.unobserve(clock, \.$date) }
    func dateDidChange(_ change: Change<Int>) { calls += 1 }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedClockView(clock)
    view.show()
    story.say("other code removes the view as an observer")
    view.kvoController.unobserve(clock)
    story.say("the view is shown again")
    view.show()
    clock.date = 1
    let shown = view.calls
    story.say("the view is hidden, twice")
    view.hide()
    view.hide()
    clock.date = 2
    return "the shown view is called \(times(shown)), the hidden view \(times(view.calls - shown))"
  }
}
