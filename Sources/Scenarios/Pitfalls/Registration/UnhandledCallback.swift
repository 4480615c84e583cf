import ManagedObserving
import RawObserving

/// REG-3: the observer does not implement the callback, and the first change ends the process.
enum UnhandledCallback {
  static let pitfall = Pitfall(
    "REG-3", "unhandled-callback", "The observer does not implement the callback",
    lesson: .addReactRemove, symptoms: [.diesWhenChanged],
    why: "Every object inherits an `observeValue`, so neither the compiler nor `addObserver` reports a mistake. The "
      + "inherited method raises an exception.",
    fix: "Override `observeValue` in the observer, and make one change in a test. Or pass the reaction to a controller "
      + "as a closure.",
    prediction: Prediction(
      "A view is added as an observer of a clock, but does not override `observeValue`. Then the date is set once. "
        + "What happens?",
      .wrong(
        "It does not compile.",
        "A missing method is often a compile error. This one is inherited from the root class, so nothing is "
          + "missing."),
      .wrong(
        "`addObserver` raises an exception.",
        "`addObserver` receives the observer and could check it. It does not check which methods the observer "
          + "overrides."),
      .wrong(
        "Nothing: the change is ignored.",
        "A delegate that lacks an optional method is skipped. The inherited `observeValue` does not ignore the call: "
          + "it raises an exception."),
      .right(
        "The process dies at the change.",
        "The change calls the inherited `observeValue`, which raises an "
          + "exception.")),
    acts: [
      .raw(
        "the view is added, but has no callback",
        .dies(.notHandled), wanted: "the view shows 1", raw),
      .raw("the view has a callback, and is added and removed", .finds("the view shows 1"), complete),
      .managed("the reaction is passed along with the add", .finds("the view shows 1"), managed),
    ])

  // snippet.raw
  private final class ClockView: KeyValueObject {
    var text = ""
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    story.say("the view is added, and no error is reported")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    return "the view shows \(view.text)"
  }
  // snippet.end

  // snippet.complete
  private final class ReadyView: KeyValueObject {
    var text = ""

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      text = "\(change.newValue ?? "nothing")"
    }
  }

  private static func complete(_ story: Story) -> String {
    let clock = Clock()
    let view = ReadyView()
    story.say("the view is added, and the date is set to 1")
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.date = 1
    story.say("the view is removed, and the date is set to 2")
    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 2
    return "the view shows \(view.text)"
  }
  // snippet.end

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    view.kvoController.observe(clock, \.$date) { view, _, change in
      view.text = "\(change.value)"
    }
    story.say("the view is added, together with a closure to call")
    clock.date = 1
    return "the view shows \(view.text)"
  }
  // snippet.end
}
