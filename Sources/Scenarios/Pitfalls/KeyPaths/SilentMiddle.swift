import ManagedObserving
import RawObserving

/// KEY-9: an object in the middle of a path is replaced, and nobody is told.
enum SilentMiddle {
  static let pitfall = Pitfall(
    "KEY-9", "silent-middle", "The middle of a path is replaced without notification",
    lesson: "19-paths-through-several-objects.md#key-9-silent-middle",
    acts: [
      .raw(
        "the clock is replaced in silence, later the view is removed",
        .dies("Cannot remove an observer"), raw),
      .raw(
        "the clock is replaced in silence, then aloud",
        .dies("Cannot update for observer"), aloud),
      .managed(
        "the clock is replaced in silence, later the view goes",
        .dies("Cannot remove an observer"), sameMistake: true, managed),
      .managed(
        "the clock is replaced aloud", .finds("the new clock is meant; old 0 heard, new 1 heard"),
        announced),
    ])

  // snippet.tower
  private final class Tower: KeyValueObject {
    @Observed var clock = Clock()

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "clock"  // the class promises to announce it by hand
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
      story.say("the view hears: \(change)")
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
    return "it went on, \(heard)"
  }

  private static func aloud(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView(story)
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    tower.replaceInSilence(by: Clock())
    story.say("the next replacement is announced")
    tower.replaceAloud(by: Clock())
    tower.removeObserver(view, forKeyPath: "clock.date")
    return "it went on, \(view.calls) heard"
  }

  private static func managed(_ story: Story) -> String {
    observed(story) { $0.replaceInSilence(by: Clock()) }
  }

  private static func announced(_ story: Story) -> String {
    observed(story) { $0.replaceAloud(by: Clock()) }
  }

  private static func observed(_ story: Story, _ replace: (Tower) -> Void) -> String {
    let tower = Tower()
    let old = tower.clock
    var view: TowerView! = TowerView(story)
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    replace(tower)
    let heard = setBoth(old, tower.clock, seenBy: view)
    story.say("the view goes")
    view = nil
    return heard
  }

  /// Sets the dates of both clocks, and tells how often the view heard of each.
  private static func setBoth(_ old: Clock, _ new: Clock, seenBy view: TowerView) -> String {
    let heard = [("old", old), ("new", new)].map { name, clock in
      let before = view.calls
      view.story.say("the date of the \(name) clock is set")
      clock.date = 1
      return "\(name) \(view.calls - before) heard"
    }
    return "the new clock is meant; \(heard.joined(separator: ", "))"
  }
}
