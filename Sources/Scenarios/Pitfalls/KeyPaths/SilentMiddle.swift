import ManagedObserving
import RawObserving

/// KEY-9: an object in the middle of a path is replaced, and the change is not announced.
enum SilentMiddle {
  static let pitfall = Pitfall(
    "KEY-9", "silent-middle", "The middle of a path is replaced without notification",
    lesson: .keysAndPaths, symptoms: [.noLongerCalled, .calledForOthers, .diesWhenRemoved],
    why: "The engine moves the registration to the new object only when the replacement is announced. Otherwise the "
      + "registration stays with the old object, and the next removal or announced change finds none with the new one.",
    fix: "Leave automatic notification on, or announce each replacement by hand. A controller does not help.",
    prediction: Prediction(
      "A view observes `clock.date` of a tower. A method of the tower replaces the clock and forgets to announce it. "
        + "The date of the old clock is set, then that of the new one, and then the view is removed. What happens?",
      .wrong(
        "The view is called for the new clock, because the path leads to it.",
        "A path looks as if it were followed at each change. But the engine registers with the objects that it found, "
          + "and moves a registration only when a replacement is announced."),
      .wrong(
        "The view is called for the old clock, and is then removed.",
        "The first half is true. But the removal follows the path, and finds a different clock from the one with which "
          + "the engine is registered."),
      .wrong(
        "The view is called for neither, and is then removed.",
        "The old clock is no longer on the path. But the engine was not told, and is registered with it as before."),
      .right(
        "The process dies when the view is removed. Until then the view is called only for the old clock.",
        "The engine is still registered with the old clock, and finds the new one as it follows the path to remove the "
          + "view.")),
    acts: [
      .raw(
        "the clock is replaced without an announcement, later the view is removed",
        .dies(.changedBeforeRemoval),
        wanted: "the view hears the old clock 0 times, the new clock 1 time", raw),
      .raw(
        "the clock is replaced without an announcement, then with one",
        .dies(.changedBeforeUpdate), wanted: "the view hears 2 changes", aloud),
      .managed(
        "the clock is replaced with an announcement",
        .finds("the view hears the old clock 0 times, the new clock 1 time"),
        announced),
      .managed(
        "a controller observes, and the clock is replaced without an announcement, then with one",
        .dies(.changedBeforeUpdate), wanted: "the view hears the old clock 0 times, the new clock 1 time",
        sameMistake: true, managed),
    ])

  // snippet.tower
  private final class Tower: KeyValueObject {
    @Observed var clock = Clock()

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "clock"  // this class announces the clock by hand
    }

    func replaceInSilence(by other: Clock) { clock = other }

    func replaceAloud(by other: Clock) {
      willChangeValue(forKey: "clock")
      clock = other
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
    let old = tower.clock
    let view = TowerView(story)
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    tower.replaceInSilence(by: Clock())
    let heard = setBoth(old, tower.clock, seenBy: view)
    tower.removeObserver(view, forKeyPath: "clock.date")
    return heard
  }

  private static func aloud(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView(story)
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    tower.replaceInSilence(by: Clock())
    story.say("the next replacement is announced")
    tower.replaceAloud(by: Clock())
    tower.removeObserver(view, forKeyPath: "clock.date")
    return "the view hears \(plural(view.calls, "change"))"
  }

  private static func managed(_ story: Story) -> String {
    observed(story) { tower in
      tower.replaceInSilence(by: Clock())
      story.say("the next replacement is announced")
      tower.replaceAloud(by: Clock())
    }
  }

  // snippet.announced
  private static func announced(_ story: Story) -> String {
    observed(story) { $0.replaceAloud(by: Clock()) }
  }
  // snippet.end

  private static func observed(_ story: Story, _ replace: (Tower) -> Void) -> String {
    let tower = Tower()
    let old = tower.clock
    var view: TowerView! = TowerView(story)
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    replace(tower)
    let heard = setBoth(old, tower.clock, seenBy: view)
    story.say("the view is released")
    view = nil
    return heard
  }

  /// Sets the dates of both clocks, and says how often the view was called for each.
  private static func setBoth(_ old: Clock, _ new: Clock, seenBy view: TowerView) -> String {
    let heard = [("old", old), ("new", new)].map { name, clock in
      let before = view.calls
      view.story.say("the date of the \(name) clock is set")
      clock.date = 1
      return "the \(name) clock \(times(view.calls - before))"
    }
    return "the view hears \(heard.joined(separator: ", "))"
  }
}
