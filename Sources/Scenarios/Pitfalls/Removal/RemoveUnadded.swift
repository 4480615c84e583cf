import ManagedObserving
import RawObserving

/// REM-1: an observer is removed that was never added.
enum RemoveUnadded {
  static let pitfall = Pitfall(
    "REM-1", "remove-unadded", "An observer is removed that was never added",
    lesson: "03-pairing-adds-and-removes.md#rem-1-remove-unadded",
    acts: [
      .raw(
        "the view was never shown, and is closed",
        .dies("because it is not registered as an observer"), raw),
      .managed(
        "the view was never shown, and is closed",
        .finds("closed unshown; shown later, 1 change is heard 1 time"), managed),
    ])

  private final class ClockView: KeyValueObject {
    // snippet.view
    func show(_ clock: Clock) {
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    func close(_ clock: Clock) {
      clock.removeObserver(self, forKeyPath: "date")
    }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {}
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    story.say("the view is closed before anybody showed it")
    view.close(clock)
    return "it went on"
  }

  private final class ManagedClockView: KeyValueObject {
    private(set) var calls = 0

    func show(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, _, _ in
        view.calls += 1
      }
    }

    func close(_ clock: Clock) {
      kvoController.unobserve(clock, \.$date)
    }
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedClockView()
    story.say("the view is closed before anybody showed it")
    view.close(clock)
    story.say("then it is shown after all")
    view.show(clock)
    clock.date = 1
    return "closed unshown; shown later, 1 change is heard \(view.calls) time"
  }
}
