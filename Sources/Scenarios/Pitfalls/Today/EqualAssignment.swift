import Observation
import RawObserving

/// MOD-9: assigning an equal value is not announced; changing the value in place to an equal one is.
enum EqualAssignment {
  static let pitfall = Pitfall(
    "MOD-9", "equal-assignment", "A value is set to an equal one, by assignment or in place",
    lesson: .today, symptoms: [.neverCalled, .calledForNothing],
    why: "The setter that the macro makes compares the values; a change in place uses `_modify`, which cannot.",
    fix: "Give the value a number if each reading counts; if equal values are not to be announced, compute first and "
      + "then assign.",
    prediction: Prediction(
      "Two thermostats are at 18. One is observed by key-value observing. The other is `@Observable` and is tracked "
        + "again before each assignment. 18 is assigned three times to each. How many changes does each announce?",
      .wrong(
        "Three and three.",
        "Both properties have a setter that announces. But the setter that the macro makes compares the values first."),
      .wrong(
        "None and none.",
        "Nothing has changed. But key-value observing does not compare values; its observers have to."),
      .wrong(
        "Three and one.",
        "A tracker is used up by the first announcement, so one call is the usual count. Here it would be three, "
          + "because the property is tracked again. But not even the first assignment is announced."),
      .right(
        "Three and none.",
        "Key-value observing announces every set. The setter that the macro makes skips an equal value.")),
    acts: [
      .raw(
        "three equal readings are assigned",
        .finds("of 3 equal readings, KVO hears 3, Observation hears 0"),
        wanted: "of 3 equal readings, KVO hears 3, Observation hears 3", onMainActor(assigned)),
      .raw(
        "three corrections by nothing, in place",
        .finds("of 3 corrections by 0, KVO hears 3, Observation hears 3"),
        wanted: "of 3 corrections by 0, KVO hears 3, Observation hears 0", onMainActor(inPlace)),
      .managed(
        "each reading has a number", .finds("of 3 equal readings, Observation hears 3"), onMainActor(numbered)),
      .managed(
        "the corrected value is assigned", .finds("of 3 corrections by 0, Observation hears 0"),
        onMainActor(computedFirst)),
    ])

  // snippet.today
  @MainActor
  @Observable
  fileprivate final class TodaysThermostat {
    var temperature = 18
    var reading = Reading(number: 0, temperature: 18)

    struct Reading: Equatable {
      var number: Int
      var temperature: Int
    }
  }
  // snippet.end

  // snippet.assigned
  @MainActor
  private static func assigned(_ story: Story) -> String {
    let (then, today) = (Thermostat(), TodaysThermostat())
    let heardThen = countThen(story, then) { then.temperature = 18 }  // it is 18 already
    let heardToday = count(story, today.temperature) { today.temperature = 18 }
    return "of 3 equal readings, KVO hears \(heardThen), Observation hears \(heardToday)"
  }
  // snippet.end

  // snippet.in-place
  @MainActor
  private static func inPlace(_ story: Story) -> String {
    let (then, today) = (Thermostat(), TodaysThermostat())
    let heardThen = countThen(story, then) { then.temperature += 0 }
    let heardToday = count(story, today.temperature) { today.temperature += 0 }
    return "of 3 corrections by 0, KVO hears \(heardThen), Observation hears \(heardToday)"
  }
  // snippet.end

  @MainActor
  private static func numbered(_ story: Story) -> String {
    let today = TodaysThermostat()
    // snippet.numbered
    let heard = count(story, today.reading) {
      today.reading = .init(number: today.reading.number + 1, temperature: 18)
    }
    // snippet.end
    story.say("the last reading has number \(today.reading.number)")
    return "of 3 equal readings, Observation hears \(heard)"
  }

  @MainActor
  private static func computedFirst(_ story: Story) -> String {
    let today = TodaysThermostat()
    // snippet.computed-first
    let heard = count(story, today.temperature) { today.temperature = today.temperature + 0 }
    // snippet.end
    return "of 3 corrections by 0, Observation hears \(heard)"
  }

  // snippet.count
  /// How many of three changes call `onChange`. It is called once at most, so each change is tracked again.
  @MainActor
  private static func count(
    _ story: Story, _ read: @autoclosure () -> Any, when change: () -> Void
  ) -> Int {
    let calls = Locked(0)
    for _ in 1...3 {
      withObservationTracking {
        _ = read()
      } onChange: {
        calls.withLock { $0 += 1 }
        story.say("Observation: a change is announced")
      }
      change()
    }
    return calls.withLock { $0 }
  }
  // snippet.end

  /// How many of three changes are heard by an observer.
  private static func countThen(
    _ story: Story, _ thermostat: Thermostat, when change: () -> Void
  ) -> Int {
    let counter = CallCounter(story)
    thermostat.addObserver(counter, forKeyPath: "temperature")
    for _ in 1...3 { change() }
    thermostat.removeObserver(counter, forKeyPath: "temperature")
    return counter.calls
  }

  private final class CallCounter: KeyValueObject {
    private let story: Story
    private(set) var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      story.say("KVO: a change is announced")
    }
  }
}
