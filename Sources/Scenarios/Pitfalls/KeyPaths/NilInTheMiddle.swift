import ManagedObserving
import RawObserving

/// KEY-11: there is nil in the middle of a path, and the observer is told so with a value of its own.
enum NilInTheMiddle {
  static let pitfall = Pitfall(
    "KEY-11", "nil-in-the-middle", "There is nil in the middle of a path",
    lesson: "19-paths-through-several-objects.md#key-11-nil-in-the-middle",
    acts: [
      .raw("a view that shows what it is told", .finds("shown: <null>, 5, <null>"), raw),
      .managed("a view that expects null", .finds("shown: no clock, 5, no clock"), managed),
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
    return "shown: \(view.shown.joined(separator: ", "))"
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
    return "shown: \(view.shown.joined(separator: ", "))"
  }
  // snippet.end

  // snippet.hang-and-take
  private static func hangAndTake(_ tower: Tower, _ story: Story) {
    let clock = Clock()
    clock.date = 5
    story.say("a clock is hung in the tower")
    tower.clock = clock
    story.say("it is taken down for repair, and set to 9 there")
    tower.clock = nil
    clock.date = 9
  }
  // snippet.end
}
