import ManagedObserving
import RawObserving

/// REG-1: the same observer is added twice, and is called twice for every change.
enum DoubleAdd {
  static let pitfall = Pitfall(
    "REG-1", "double-add", "The same observer is added twice for the same key path",
    lesson: .everyAddNeedsItsRemove, symptoms: [.calledTwice],
    why: "Each `addObserver` makes another registration, and a change calls the observer of every registration.",
    fix: "Add in a place that runs once. Or observe through a controller, which drops the second observation.",
    prediction: Prediction(
      "A view is added twice as an observer of a clock's date. The date is set once. How many times is the view called?",
      .wrong(
        "Once.",
        "Adding looks like putting something into a set. A registration is not unique: the second add makes a "
          + "second one."),
      .right("Twice.", "Each registration is called once per change."),
      .wrong(
        "Never: the second add raises an exception.",
        "`removeObserver` does check, and raises an exception if nothing matches. `addObserver` makes no check.")),
    acts: [
      .raw(
        "the view is added twice", .finds("the view is called 2 times for 1 change"),
        wanted: "the view is called 1 time for 1 change", raw),
      .managed("the view asks a controller twice", .finds("the view is called 1 time for 1 change"), managed),
    ])

  private final class ClockView: KeyValueObject {
    let story: Story
    var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let date = change.newValue as? Int { show(date) }
    }

    func show(_ date: Int) {
      calls += 1
      story.say("the view hears: the date is \(date)")
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    story.say("the date is set once")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    clock.removeObserver(view, forKeyPath: "date")  // the second add needs a second remove
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    view.kvoController.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    view.kvoController.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    story.say("the date is set once")
    clock.date = 1
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end
}
