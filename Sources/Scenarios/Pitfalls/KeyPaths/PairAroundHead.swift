import Harness
import ManagedObserving
import RawObserving

/// KEY-14: the head of an observed path is announced by hand around a setter that announces it as well.
enum PairAroundHead {
  static let pitfall = Pitfall(
    "KEY-14", "pair-around-head", "The head of an observed path is announced by hand around a setter that announces it",
    frequency: .rare, symptoms: [.diesWhenChanged],
    change: .delete(#"willChangeValue(forKey: "clock")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "will and did by hand, around a setter that announces", .dies(.changedBeforeUpdate),
      wanted: "the view hears 2 of 2 changes", raw),
    .managed("the setter alone", .finds("the view hears 2 of 2 changes"), bySetter),
    .managed(
      "will and did by hand, around a setter that announces", .dies(.changedBeforeUpdate),
      wanted: "the view hears 2 of 2 changes", sameMistake: true, managed),
  ]

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

  private final class TowerView: TellingView {}

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
