import Harness
import ManagedObserving
import RawObserving

/// REM-1: an observer that was never added is removed.
enum RemoveUnadded {
  static let pitfall = Pitfall(
    "REM-1", "remove-unadded", "An observer that was never added is removed",
    frequency: .sometimes, symptoms: [.diesWhenRemoved],
    change: .delete(#"clock.removeObserver(self, forKeyPath: "date")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view is closed, and was never shown", .dies(.notRegistered),
      wanted: "the view is closed, the program goes on", raw),
    .managed(
      "the view is closed, and was never shown", .finds("the view is closed; shown later, it is called 1 time"), managed
    ),
  ]

  private final class ClockView: CountingView {
    // snippet.view
    func show(_ clock: Clock) {
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    func close(_ clock: Clock) {
      clock.removeObserver(self, forKeyPath: "date")
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    story.say("the view is closed without having been shown")
    view.close(clock)
    return "the view is closed, the program goes on"
  }

  private final class ManagedClockView: KeyValueObject {
    private(set) var calls = 0

    // snippet.managed
    func show(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, _, _ in
        view.calls += 1
      }
    }

    func close(_ clock: Clock) {
      kvoController.unobserve(clock, \.$date)
    }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedClockView()
    story.say("the view is closed without having been shown")
    view.close(clock)
    story.say("the view is then shown, and the date is set once")
    view.show(clock)
    clock.date = 1
    return "the view is closed; shown later, it is called \(times(view.calls))"
  }
}
