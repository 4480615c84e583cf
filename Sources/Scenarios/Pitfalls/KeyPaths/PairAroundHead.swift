import ManagedObserving
import RawObserving

/// KEY-14: the head of an observed path is announced by hand around a setter that announces it as well.
enum PairAroundHead {
  static let pitfall = Pitfall(
    "KEY-14", "pair-around-head", "The head of an observed path is announced by hand around a setter that announces it",
    lesson: .keysAndPaths, symptoms: [.diesWhenChanged],
    why: "The setter moves the registration to the new object. The `didChangeValue` by hand then looks for it at the "
      + "previous one, where it no longer is.",
    fix: "Do not announce by hand what a setter announces, or return false for the key from "
      + "`automaticallyNotifiesObservers(forKey:)`. A controller does not help.",
    prediction: Prediction(
      "A view observes `clock.date` of a tower. A method of the tower calls `willChangeValue` for the clock, sets the "
        + "clock, and calls `didChangeValue`. The setter notifies automatically. Then the date of the new clock is set. "
        + "What happens?",
      .wrong(
        "The view is called for the new clock and for its date, once for each.",
        "The pair and the setter tell of the same change. But each of them makes its own announcement."),
      .wrong(
        "The view is called twice for the new clock, and once for its date.",
        "If the view observed `clock` alone, the two announcements would be two calls. For a longer path, each "
          + "announcement also moves the registration at the clock."),
      .right(
        "The process dies as the tower calls `didChangeValue`.",
        "The setter has moved the registration, and the pair by hand wants to move it from the previous clock again."),
      .wrong(
        "The process dies as the date is set.",
        "The second move could leave a registration at the wrong clock, which would show only now. But the engine "
          + "checks at the move.")),
    acts: [
      .raw(
        "will and did by hand, around a setter that announces", .dies(.changedBeforeUpdate),
        wanted: "the view hears 2 of 2 changes", raw),
      .managed("the setter alone", .finds("the view hears 2 of 2 changes"), bySetter),
      .managed(
        "will and did by hand, around a setter that announces", .dies(.changedBeforeUpdate),
        wanted: "the view hears 2 of 2 changes", sameMistake: true, managed),
    ])

  // snippet.tower
  private final class Tower: KeyValueObject {
    @Observed var clock = Clock()

    func replaceClock() {
      willChangeValue(forKey: "clock")
      clock = Clock()  // the setter announces the change, too
      didChangeValue(forKey: "clock")
    }
  }
  // snippet.end

  private final class TowerView: KeyValueObject {
    let story: Story
    private(set) var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      if let date = change.newValue { story.say("the view hears: the date is \(date)") }
    }
  }

  private static func raw(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView(story)
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    defer { tower.removeObserver(view, forKeyPath: "clock.date") }
    return change(tower, seenBy: view) { $0.replaceClock() }
  }

  private static func managed(_ story: Story) -> String {
    observed(story) { $0.replaceClock() }
  }

  // snippet.by-setter
  private static func bySetter(_ story: Story) -> String {
    observed(story) { $0.clock = Clock() }
  }
  // snippet.end

  private static func observed(_ story: Story, _ replace: (Tower) -> Void) -> String {
    let tower = Tower()
    let view = TowerView(story)
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    return change(tower, seenBy: view, replace)
  }

  private static func change(_ tower: Tower, seenBy view: TowerView, _ replace: (Tower) -> Void) -> String {
    view.story.say("the clock is replaced")
    replace(tower)
    view.story.say("the date of the new clock is set")
    tower.clock.date = 1
    return "the view hears \(view.calls) of 2 changes"
  }
}
