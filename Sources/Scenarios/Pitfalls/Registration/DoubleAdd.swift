import Harness
import ManagedObserving
import RawObserving

/// REG-1: the same observer is added twice, and is called twice for every change.
enum DoubleAdd {
  static let pitfall = Pitfall(
    "REG-1", "double-add", "The same observer is added twice for the same key path",
    frequency: .sometimes, symptoms: [.calledTwice],
    change: .delete(#"clock.removeObserver(view, forKeyPath: "date")"#, 1, of: 4), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view is added twice", .finds("the view is called 2 times for 1 change"),
      wanted: "the view is called 1 time for 1 change", raw),
    .raw(
      "the view is added twice, and removed once",
      .finds("the view is called 2 times before the removal, and 1 time after it"),
      wanted: "the view is called 1 time before the removal, and 0 times after it", removedOnce),
    .managed("the view asks a controller twice", .finds("the view is called 1 time for 1 change"), managed),
  ]

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
      if let date = change.newValue as? Int { show(date) }
    }

    func show(_ date: Int) {
      calls += 1
      story.say("the view hears: the date is \(date)")
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
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end

  private static func removedOnce(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.date = 1
    let before = view.calls
    story.say("the view is removed once")
    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 2
    let after = view.calls - before
    clock.removeObserver(view, forKeyPath: "date")
    return "the view is called \(times(before)) before the removal, and \(times(after)) after it"
  }

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(story)
    view.kvoController.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    view.kvoController.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    story.say("the date is set once")
    clock.date = 1
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end
}
