import Harness
import ManagedObserving
import RawObserving

/// REM-3: a view removes itself with a different context from the one it was added with.
enum OtherContext {
  static let pitfall = Pitfall(
    "REM-3", "other-context", "An observer is removed with a different context from the one it was added with",
    frequency: .rare, symptoms: [.diesWhenRemoved],
    change: .delete(#"clock.removeObserver(self, forKeyPath: "date", context: alarmContext)"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "added with one context, removed with another", .dies(.notRegistered),
      wanted: "the shown view is called 1 time, the closed view 0 times", raw),
    .managed(
      "observed with a context, unobserved without", .finds("the shown view is called 1 time, the closed view 0 times"),
      managed),
  ]

  // Only the addresses are used: nothing is ever read from them or written to them.
  nonisolated(unsafe) private static let timeContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) private static let alarmContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  private final class RawView: CountingView {
    // snippet.raw
    func show(_ clock: Clock) {
      clock.addObserver(self, forKeyPath: "date", context: timeContext)
    }

    func close(_ clock: Clock) {
      clock.removeObserver(self, forKeyPath: "date", context: alarmContext)
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = RawView()
    story.say("the view is shown")
    view.show(clock)
    clock.date = 1
    let shown = view.calls
    story.say("the view is called \(times(shown))")
    story.say("the view is closed")
    view.close(clock)
    clock.date = 2
    return "the shown view is called \(times(shown)), the closed view \(times(view.calls - shown))"
  }

  private final class ManagedView: CountingView {
    // snippet.managed
    func show(_ clock: Clock) {
      kvoController.observe(clock, keyPath: "date", context: timeContext)
    }

    func close(_ clock: Clock) {
      kvoController.unobserve(clock, keyPath: "date")
    }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedView()
    story.say("the view is shown")
    view.show(clock)
    clock.date = 1
    let shown = view.calls
    story.say("the view is called \(times(shown))")
    story.say("the view is closed")
    view.close(clock)
    clock.date = 2
    return "the shown view is called \(times(shown)), the closed view \(times(view.calls - shown))"
  }
}
