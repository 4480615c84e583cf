import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-10 piled trackers", .watched)
struct PiledTrackersTests {
  private let calls = Locked(0)

  /// Tracks the date. Returns a probe of something that the tracker holds.
  private func track(_ clock: ObservableClock) -> Probe {
    let held = Held()
    withObservationTracking {
      _ = clock.date
    } onChange: { [calls] in
      withExtendedLifetime(held) { calls.withLock { $0 += 1 } }
    }
    return Probe(held)
  }

  @Test("misused: a tracker holds what it captured until the next change of what it read")
  func held() {
    let clock = ObservableClock()
    let trackers = (1...3).map { _ in track(clock) }
    #expect(trackers.allSatisfy { $0.isAlive })
    clock.date = 0  // equal, so it is no change
    #expect(trackers.allSatisfy { $0.isAlive })
    clock.date = 1
    #expect(!trackers.contains { $0.isAlive })
  }

  @Test("misused: where no change comes, a tracker goes with the object, and is not called")
  func observedDies() {
    var clock: ObservableClock! = ObservableClock()
    let probe = Probe(clock)
    let tracker = track(clock)
    clock = nil
    #expect(!probe.isAlive)
    #expect(!tracker.isAlive)
    #expect(calls.withLock { $0 } == 0)
  }

  @available(macOS 26, *)
  @Test("used correctly: the tracker behind Observations goes when its task is cancelled")
  func cancelled() async {
    let clock = ObservableClock()
    var held: Held! = Held()
    let probe = Probe(held)
    let seen = Locked(0)
    let task = Task { [held] in
      for await _ in Observations({ [held] in withExtendedLifetime(held) { clock.date } }) {
        seen.withLock { $0 += 1 }
      }
    }
    held = nil
    await wait { seen.withLock { $0 } == 1 }
    #expect(probe.isAlive)
    task.cancel()
    await task.value
    #expect(!probe.isAlive)
  }
}

private final class Held: Sendable {}
