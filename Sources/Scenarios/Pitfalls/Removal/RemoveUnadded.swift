import ManagedObserving
import RawObserving

/// REM-1: an observer is removed that was never added.
enum RemoveUnadded {
  static let pitfall = Pitfall(
    "REM-1", "remove-unadded", "An observer is removed that was never added",
    lesson: .everyAddNeedsItsRemove, symptoms: [.diesWhenRemoved],
    why: "`removeObserver` looks for a registration that matches, and raises if there is none.",
    fix: "Keep a token for each add and remove through it, or unobserve through a controller, which does nothing if "
      + "there is no observation to end.",
    prediction: Prediction(
      "A view removes itself as an observer when it is closed. It is closed before it was ever shown, so it was "
        + "never added. What happens?",
      .wrong(
        "Nothing.",
        "Removing what is not in a set does nothing in Swift. A removal that finds no registration is an error "
          + "here."),
      .right("The process dies when the view is closed.", "`removeObserver` raises because it finds no registration."),
      .wrong(
        "The removal is remembered and cancels the next add.",
        "The numbers would balance in the end. `removeObserver` keeps no count; it acts on what is registered now.")),
    acts: [
      .raw(
        "the view is closed, and was never shown",
        .dies(.notRegistered),
        wanted: "the view is closed, the program goes on", raw),
      .managed(
        "the view is closed, and was never shown",
        .finds("the view is closed; shown later, it is called 1 time"), managed),
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
    story.say("the view is closed before it was shown")
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
    story.say("the view is closed before it was shown")
    view.close(clock)
    story.say("the view is shown after all, and the date is set once")
    view.show(clock)
    clock.date = 1
    return "the view is closed; shown later, it is called \(times(view.calls))"
  }
}
