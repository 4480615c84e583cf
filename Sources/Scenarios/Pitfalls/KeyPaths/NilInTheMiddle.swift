import ManagedObserving
import RawObserving

/// KEY-11: a value in the middle of a path is nil, and the observer gets a null object.
enum NilInTheMiddle {
  static let pitfall = Pitfall(
    "KEY-11", "nil-in-the-middle", "A value in the middle of a path is nil",
    lesson: .keysAndPaths, symptoms: [.valueMissing],
    why: "`addObserver` accepts a path through nil, and the missing value at its end is reported as null.",
    fix: "Handle null in the callback: decide what to show for it. A controller passes the null on unchanged.",
    prediction: Prediction(
      "A tower has no clock. A view observes `clock.date` with `initial` and `new`, and prints what it is told. A "
        + "clock whose date is 5 is hung in the tower. Later it is taken down and set to 9. What does the view print?",
      .wrong(
        "Only 5.",
        "Without a clock there is no date to report. But `initial` calls at once, and taking the clock down is a "
          + "change as well: both calls carry null."),
      .wrong(
        "<null>, 5, <null>, 9.",
        "The view was registered with that clock. But when the tower announces that its clock is nil, the engine ends "
          + "the registration with the old one."),
      .right(
        "<null>, 5, <null>.",
        "Hanging the clock is a change, taking it down is another, and a missing value is reported as null."),
      .wrong(
        "0, 5, 0.",
        "In Objective-C, nil returns 0 if you ask it for a number. Key-value coding returns no value, which a change "
          + "carries as null.")),
    acts: [
      .raw(
        "a view that shows what it is told", .finds("the view shows <null>, then 5, then <null>"),
        wanted: "the view shows no clock, then 5, then no clock", raw),
      .managed("a view that handles null", .finds("the view shows no clock, then 5, then no clock"), managed),
    ])

  private final class Tower: KeyValueObject {
    @Observed var clock: Clock?
  }

  private final class TowerView: KeyValueObject {
    let story: Story
    private(set) var shown: [String] = []

    init(_ story: Story) {
      self.story = story
    }

    func show(_ text: String) {
      shown.append(text)
      story.say("the view shows: \(text)")
    }

    // snippet.callback
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let date = change.newValue { show("\(date)") }
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView(story)
    tower.addObserver(view, forKeyPath: "clock.date", options: [.initial, .new])
    hangAndTake(tower, story)
    tower.removeObserver(view, forKeyPath: "clock.date")
    return "the view shows \(view.shown.joined(separator: ", then "))"
  }

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView(story)
    view.kvoController.observe(tower, keyPath: "clock.date", options: [.initial, .new]) {
      view, _, change in
      let date = change.newValue as? Int
      view.show(date.map { "\($0)" } ?? "no clock")
    }
    hangAndTake(tower, story)
    return "the view shows \(view.shown.joined(separator: ", then "))"
  }
  // snippet.end

  // snippet.hang-and-take
  private static func hangAndTake(_ tower: Tower, _ story: Story) {
    let clock = Clock()
    clock.date = 5
    story.say("a clock is hung in the tower")
    tower.clock = clock
    story.say("it is taken down for repair, and then set to 9")
    tower.clock = nil
    clock.date = 9
  }
  // snippet.end
}
