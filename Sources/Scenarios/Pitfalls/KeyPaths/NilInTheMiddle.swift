import Harness
import ManagedObserving
import RawObserving

/// KEY-11: a value in the middle of a path is nil, and the observer gets a null object.
enum NilInTheMiddle {
  static let pitfall = Pitfall(
    "KEY-11", "nil-in-the-middle", "A value in the middle of a path is nil",
    frequency: .sometimes, symptoms: [.valueMissing],
    change: .delete("tower.clock = nil"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a view that shows what it is told", .finds("the view shows <null>, then 5, then <null>"),
      wanted: "the view shows no clock, then 5, then no clock", raw),
    .managed("a view that handles null", .finds("the view shows no clock, then 5, then no clock"), managed),
  ]

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

  private static func hangAndTake(_ tower: Tower, _ story: Story) {
    let clock = Clock()
    clock.date = 5
    story.say("a clock is hung in the tower")
    tower.clock = clock
    story.say("it is taken down for repair, and then set to 9")
    tower.clock = nil
    clock.date = 9
  }
}
