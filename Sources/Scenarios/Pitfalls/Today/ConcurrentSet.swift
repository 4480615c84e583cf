import Harness
import Observation
import RawObserving

/// MOD-15: another thread sets an observable property while the closure that tracks it still runs.
enum ConcurrentSet {
  static let pitfall = Pitfall(
    "MOD-15", "concurrent-set", "A property is set on another thread while tracking begins",
    frequency: .rare, symptoms: [.neverCalled, .showsOldValue, .wrongThread],
    change: .delete("gate.pass()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the date is set while the closure runs", .finds("the date is 1, onChange is called 0 times"),
      wanted: "the date is 1, onChange is called 1 time", during),
    .raw(
      "the date is read again after the tracking has begun", .finds("the date is 1, the view shows 0"),
      wanted: "the date is 1, the view shows 1"
    ) { story in MainActor.assumeIsolated { readAgain(story) } },
    .managed(
      "the clock belongs to the main actor, and the value is sent to that actor",
      .finds("the date is 1, onChange is called 1 time"), onMainActor(sent)),
  ]

  // snippet.during
  private static func during(_ story: Story) -> String {
    let clock = SharedClock()
    let calls = Locked(0)
    withObservationTracking {
      story.say("the closure reads \(clock.date)")
      onAnotherThread(named: "network") { clock.date = 1 }
      story.say("another thread has set the date, and the closure returns")
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    return "the date is \(clock.date), onChange is called \(times(calls.withLock { $0 }))"
  }
  // snippet.end

  // snippet.read-again
  @MainActor
  private static func readAgain(_ story: Story) -> String {
    let gate = Gate()
    let clock = SharedClock {
      gate.pass()
    }
    var shown = 0
    withObservationTracking {
      shown = clock.date
      story.say("the closure reads \(shown)")
      gate.start(named: "network") { clock.date = 1 }
    } onChange: {
      story.say("onChange is called")
    }
    shown = clock.date
    story.say("tracking has begun, and the date is read again: \(shown)")
    gate.open()
    return "the date is \(clock.date), the view shows \(shown)"
  }
  // snippet.end

  // snippet.sent
  @MainActor
  private static func sent(_ story: Story) async -> String {
    let clock = ObservableClock()
    let calls = Locked(0)
    withObservationTracking {
      story.say("the closure reads \(clock.date)")
      onAnotherThread(named: "network") {
        Task { @MainActor in clock.date = 1 }
      }
      story.say("another thread has sent the date, and the closure returns")
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    await wait { clock.date == 1 }
    return "the date is \(clock.date), onChange is called \(times(calls.withLock { $0 }))"
  }
  // snippet.end
}
