import Harness
import ManagedObserving
import RawObserving

/// KEY-9: an object in the middle of a path is replaced, and the change is not announced.
enum SilentMiddle {
  static let pitfall = Pitfall(
    "KEY-9", "silent-middle", "The middle of a path is replaced without notification",
    frequency: .rare, symptoms: [.noLongerCalled, .calledForOthers, .diesWhenRemoved],
    change: .delete(#"willChangeValue(forKey: "clock")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the clock is replaced without an announcement, later the view is removed", .dies(.changedBeforeRemoval),
      wanted: "the view hears the old clock 0 times, the new clock 1 time", raw),
    .raw(
      "the clock is replaced without an announcement, then with one", .dies(.changedBeforeUpdate),
      wanted: "the view hears 2 changes", aloud),
    .managed(
      "the clock is replaced with an announcement",
      .finds("the view hears the old clock 0 times, the new clock 1 time"), announced),
    .managed(
      "a controller observes, and the clock is replaced without an announcement, then with one",
      .dies(.changedBeforeUpdate), wanted: "the view hears the old clock 0 times, the new clock 1 time",
      sameMistake: true, managed),
  ]

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

  private final class TowerView: TellingView {}

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
