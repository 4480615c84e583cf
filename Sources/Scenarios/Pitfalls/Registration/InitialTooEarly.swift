import Harness
import ManagedObserving
import RawObserving

/// REG-8: `initial` calls back before `addObserver` returns, and the view is not ready.
enum InitialTooEarly {
  static let pitfall = Pitfall(
    "REG-8", "initial-too-early", "The initial call comes before the observer is ready",
    frequency: .sometimes, symptoms: [.wrongTime],
    change: .delete("unit = chosenUnit()", 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view registers before it has its unit", .finds("the view shows \"7 ?\", then \"8 s\""),
      wanted: "the view shows \"7 s\", then \"8 s\"", raw),
    .managed("the view observes last", .finds("the view shows \"7 s\", then \"8 s\""), last),
    .managed(
      "the view observes before it has its unit", .finds("the view shows \"7 ?\", then \"8 s\""),
      wanted: "the view shows \"7 s\", then \"8 s\"", sameMistake: true, managed),
  ]

  /// Shows a number with a unit. It can ask for its unit only when all its properties have values.
  private class ClockView: KeyValueObject {
    let clock: Clock
    let story: Story
    var unit = "?"
    private(set) var texts: [String] = []

    init(_ clock: Clock, _ story: Story) {
      self.clock = clock
      self.story = story
    }

    func chosenUnit() -> String { "s" }

    func show() {
      texts.append("\(clock.date) \(unit)")
      story.say("the view shows \(clock.date) \(unit)")
    }

    func dateDidChange(_ change: Change<Int>) { show() }

    var finding: String { "the view shows \"\(texts[0])\", then \"\(texts[1])\"" }
  }

  private final class RawView: ClockView {
    // snippet.raw
    override init(_ clock: Clock, _ story: Story) {
      super.init(clock, story)
      clock.addObserver(self, forKeyPath: "date", options: .initial)
      story.say("addObserver has returned")
      unit = chosenUnit()
    }
    // snippet.end

    deinit { clock.removeObserver(self, forKeyPath: "date") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { show() }
  }

  private final class EarlyView: ClockView {
    // snippet.asked
    override init(_ clock: Clock, _ story: Story) {
      super.init(clock, story)
      kvoController.observe(clock, \.$date, options: .initial) { view, _, change in view.dateDidChange(change) }
      story.say("observe has returned")
      unit = chosenUnit()
    }
    // snippet.end
  }

  private final class LateView: ClockView {
    // snippet.last
    override init(_ clock: Clock, _ story: Story) {
      super.init(clock, story)
      unit = chosenUnit()
      kvoController.observe(clock, \.$date, options: .initial) { view, _, change in view.dateDidChange(change) }
      story.say("observe has returned")
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String { show(RawView(clockAtSeven(), story)) }
  private static func managed(_ story: Story) -> String { show(EarlyView(clockAtSeven(), story)) }
  private static func last(_ story: Story) -> String { show(LateView(clockAtSeven(), story)) }

  private static func clockAtSeven() -> Clock {
    let clock = Clock()
    clock.date = 7
    return clock
  }

  private static func show(_ view: ClockView) -> String {
    view.clock.date = 8
    return view.finding
  }
}
