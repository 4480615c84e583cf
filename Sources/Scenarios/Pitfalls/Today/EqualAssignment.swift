import Harness
import Observation
import RawObserving

/// MOD-9: assigning an equal value is not announced. Changing the value in place to an equal one is.
enum EqualAssignment {
  static let pitfall = Pitfall(
    "MOD-9", "equal-assignment", "A property is set to an equal value, by assignment or in place",
    frequency: .sometimes, symptoms: [.neverCalled, .calledForNothing],
    change: .delete("today.reading = .init(number: today.reading.number + 1, temperature: 18)"),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "three equal readings are assigned", .finds("of 3 equal readings, KVO announces 3, Observation announces 0"),
      wanted: "of 3 equal readings, KVO announces 3, Observation announces 3", onMainActor(assigned)),
    .raw(
      "three changes by 0, in place", .finds("of 3 changes by 0, KVO announces 3, Observation announces 3"),
      wanted: "of 3 changes by 0, KVO announces 3, Observation announces 0", onMainActor(inPlace)),
    .managed(
      "each reading has a number", .finds("of 3 equal readings, Observation announces 3"), onMainActor(numbered)),
    .managed(
      "the value is computed first, and then assigned", .finds("of 3 changes by 0, Observation announces 0"),
      onMainActor(computedFirst)),
  ]

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

  @MainActor
  private static func assigned(_ story: Story) -> String {
    let (then, today) = (Thermostat(), TodaysThermostat())
    let announcedThen = countThen(story, then) { then.temperature = 18 }
    let announcedToday = count(story, today.temperature) {
      // snippet.assigned
      today.temperature = 18  // it is 18 already
      // snippet.end
    }
    return "of 3 equal readings, KVO announces \(announcedThen), Observation announces \(announcedToday)"
  }

  @MainActor
  private static func inPlace(_ story: Story) -> String {
    let (then, today) = (Thermostat(), TodaysThermostat())
    let announcedThen = countThen(story, then) { then.temperature += 0 }
    let announcedToday = count(story, today.temperature) {
      today.temperature += 0
    }
    return "of 3 changes by 0, KVO announces \(announcedThen), Observation announces \(announcedToday)"
  }

  @MainActor
  private static func numbered(_ story: Story) -> String {
    let today = TodaysThermostat()
    let announced = count(story, today.reading) {
      // snippet.numbered
      today.reading = .init(number: today.reading.number + 1, temperature: 18)
      // snippet.end
    }
    story.say("the last reading has number \(today.reading.number)")
    return "of 3 equal readings, Observation announces \(announced)"
  }

  @MainActor
  private static func computedFirst(_ story: Story) -> String {
    let today = TodaysThermostat()
    let announced = count(story, today.temperature) {
      today.temperature = today.temperature + 0
    }
    return "of 3 changes by 0, Observation announces \(announced)"
  }

  /// Returns for how many of three changes `onChange` is called. Tracks before each, because a tracker calls it once.
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

  /// Returns for how many of three changes an observer is called.
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
