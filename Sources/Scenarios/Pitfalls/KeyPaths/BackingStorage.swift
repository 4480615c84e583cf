import Harness
import ManagedObserving
import RawObserving

/// KEY-1: a method writes to the storage of a property without its setter, and no observer is called.
enum BackingStorage {
  static let pitfall = Pitfall(
    "KEY-1", "backing-storage", "The storage of a property is written directly, without its setter",
    frequency: .sometimes, symptoms: [.neverCalled, .diesWhenRemoved],
    change: .delete(#"willChangeValue(forKey: "date")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the clock is reset in its storage", .finds("the clock is at 0, the view shows 5"),
      wanted: "the clock is at 0, the view shows 0", raw),
    .raw(
      "the same, between willChangeValue and didChangeValue", .finds("the clock is at 0, the view shows 0"), announced),
    .raw(
      "a new wrapper is assigned, and then the view is removed as an observer",
      .dies(Message(.wrapperReplaced, "Assign to _date.storedValue instead of _date")),
      wanted: "the clock is at 0, the view shows 0", replaced),
    .managed("the clock is reset by its setter", .finds("the clock is at 0, the view shows 0"), bySetter),
    .managed(
      "the clock is reset in its storage", .finds("the clock is at 0, the view shows 5"),
      wanted: "the clock is at 0, the view shows 0", sameMistake: true, managed),
  ]

  private final class ResettableClock: KeyValueObject {
    // snippet.clock
    @Observed var date = 0

    func reset() { date = 0 }

    func resetStorage() { _date.storedValue = 0 }
    // snippet.end

    // snippet.by-hand
    func resetAndAnnounce() {
      willChangeValue(forKey: "date")
      resetStorage()
      didChangeValue(forKey: "date")
    }
    // snippet.end

    func replaceWrapper() { _date = Observed(wrappedValue: 0) }
  }

  private final class ClockView: KeyValueObject {
    let story: Story
    private(set) var shown = 0

    init(_ story: Story) {
      self.story = story
    }

    func show(_ date: Int) {
      shown = date
      story.say("the view shows \(date)")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let date = change.newValue as? Int { show(date) }
    }
  }

  private static func raw(_ story: Story) -> String {
    byHand(story) { $0.resetStorage() }
  }

  private static func announced(_ story: Story) -> String {
    byHand(story) { $0.resetAndAnnounce() }
  }

  private static func replaced(_ story: Story) -> String {
    let clock = ResettableClock()
    let view = ClockView(story)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    let finding = setAndReset(clock, { $0.replaceWrapper() }, seenBy: view)
    story.say(finding)
    clock.date = 7
    story.say("the clock is set to \(clock.date), the view shows \(view.shown)")
    clock.removeObserver(view, forKeyPath: "date")
    return finding
  }

  private static func byHand(_ story: Story, _ reset: (ResettableClock) -> Void) -> String {
    let clock = ResettableClock()
    let view = ClockView(story)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    defer { clock.removeObserver(view, forKeyPath: "date") }
    return setAndReset(clock, reset, seenBy: view)
  }

  private static func managed(_ story: Story) -> String {
    throughController(story) { $0.resetStorage() }
  }

  private static func bySetter(_ story: Story) -> String {
    throughController(story) { $0.reset() }
  }

  private static func throughController(
    _ story: Story, _ reset: (ResettableClock) -> Void
  ) -> String {
    let clock = ResettableClock()
    let view = ClockView(story)
    view.kvoController.observe(clock, \.$date) { view, _, change in
      view.show(change.value)
    }
    return setAndReset(clock, reset, seenBy: view)
  }

  private static func setAndReset(
    _ clock: ResettableClock, _ reset: (ResettableClock) -> Void, seenBy view: ClockView
  ) -> String {
    clock.date = 5
    view.story.say("the clock is reset")
    reset(clock)
    return "the clock is at \(clock.date), the view shows \(view.shown)"
  }
}
