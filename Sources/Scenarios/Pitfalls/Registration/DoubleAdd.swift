import ManagedObserving
import RawObserving

/// REG-1: the same observer is added twice, and hears every change twice.
enum DoubleAdd {
  static let pitfall = Pitfall(
    "REG-1", "double-add", "The same observer is added twice for the same key path",
    lesson: "03-pairing-adds-and-removes.md#reg-1-double-add",
    acts: [
      .raw("the view is added twice", .finds("1 change is heard 2 times"), raw),
      .managed("the view asks twice", .finds("1 change is heard 1 time"), managed),
    ])

  private final class ClockView: KeyValueObject {
    let story: Story
    var calls = 0

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

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    story.say("the date is set once")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    clock.removeObserver(view, forKeyPath: "date")  // the second add needs a second remove
    return "1 change is heard \(view.calls) times"
  }
  // snippet.end

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    let controller = KVOController(observer: view)
    controller.observe(clock, keyPath: "date", options: .new, context: nil)
    controller.observe(clock, keyPath: "date", options: .new, context: nil)
    story.say("the date is set once")
    clock.date = 1
    return "1 change is heard \(view.calls) time"
  }
  // snippet.end
}
