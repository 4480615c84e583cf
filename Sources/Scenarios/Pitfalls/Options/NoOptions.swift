import Harness
import ManagedObserving
import RawObserving

/// OPT-1: a registration without options gets no values.
enum NoOptions {
  static let pitfall = Pitfall(
    "OPT-1", "no-options", "No options are given, and the change carries no value",
    frequency: .sometimes, symptoms: [.valueMissing],
    change: .delete("view.shown = clock.date"), acts: acts)

  static let acts: [Act] = [
    .raw("no options", .finds("the date is 7, the view shows 0"), wanted: "the date is 7, the view shows 7") {
      raw($0, [])
    },
    .raw("the option is new", .finds("the date is 7, the view shows 7")) {
      raw($0, .new)
    },
    .managed("the handler reads the clock", .finds("the date is 7, the view shows 7"), managed),
    .managed(
      "a handler by string reads the change", .finds("the date is 7, the view shows 0"),
      wanted: "the date is 7, the view shows 7", sameMistake: true, believing),
  ]

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
