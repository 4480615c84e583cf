import ManagedObserving
import RawObserving

/// OPT-1: a registration without options gets no values.
enum NoOptions {
  static let pitfall = Pitfall(
    "OPT-1", "no-options", "No options are given, and the change carries no value",
    lesson: .whatAChangeTells, symptoms: [.valueMissing],
    why: "The options say what a change carries. Without options, it carries only its kind.",
    fix: "Pass `.new`, or read the property. The mediator's handler receives the object, and a typed change always has "
      + "its value.",
    prediction: Prediction(
      "A view observes a clock's date without any options. When it is called, it shows the new value of the "
        + "change, or 0 if there is none. The date is set to 7. What does the view show?",
      .right(
        "0, because the change carries no value.",
        "The options did not ask for one, and the 0 hides that the value is missing."
      ),
      .wrong(
        "7.",
        "A call for a change seems to carry the value. It carries what the options ask for, and no options were "
          + "given."),
      .wrong(
        "Nothing, because it is not called.",
        "No options may look like no request. But the options choose only what a call carries and which extra calls "
          + "there are. The call after a change is always made.")),
    acts: [
      .raw("no options", .finds("the date is 7, the view shows 0"), wanted: "the date is 7, the view shows 7") {
        raw($0, [])
      },
      .raw("the option is new", .finds("the date is 7, the view shows 7")) {
        raw($0, .new)
      },
      .managed(
        "the handler reads the clock", .finds("the date is 7, the view shows 7"), managed),
      .managed(
        "a handler by string reads the change", .finds("the date is 7, the view shows 0"),
        wanted: "the date is 7, the view shows 7", sameMistake: true, believing),
    ])

  private final class ClockView: KeyValueObject {
    let story: Story
    var shown = 0

    init(_ story: Story) {
      self.story = story
    }

    // snippet.view
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      story.say("the view is told: \(change)")
      shown = change.newValue as? Int ?? 0
    }
    // snippet.end
  }

  private static func raw(_ story: Story, _ options: KeyValueObservingOptions) -> String {
    let clock = Clock()
    let view = ClockView(story)
    clock.addObserver(view, forKeyPath: "date", options: options)
    clock.date = 7
    clock.removeObserver(view, forKeyPath: "date")
    return "the date is \(clock.date), the view shows \(view.shown)"
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    // snippet.managed
    view.kvoController.observe(clock, \.$date) { view, clock, _ in
      view.shown = clock.date
    }
    // snippet.end
    clock.date = 7
    return "the date is \(clock.date), the view shows \(view.shown)"
  }

  private static func believing(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    view.kvoController.observe(clock, keyPath: "date") { view, _, change in
      view.shown = change.newValue as? Int ?? 0
    }
    clock.date = 7
    return "the date is \(clock.date), the view shows \(view.shown)"
  }
}
