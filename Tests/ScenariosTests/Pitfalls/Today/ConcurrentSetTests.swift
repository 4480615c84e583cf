import Observation
import RawObserving
import Testing

@testable import Scenarios

@Suite("MOD-15 concurrent set", .watched)
struct ConcurrentSetTests {
  // Sound: the other thread sets while this one waits.
  @Observable
  fileprivate final class Clock: @unchecked Sendable {
    var date = 0
  }

  /// How often `onChange` is called for a change that another thread makes while the closure runs, before or after its
  /// read; and for one that is made afterwards.
  private func calls(beforeTheRead: Bool = false, afterTheRead: Bool = false, later: Bool = false) -> Int {
    let clock = Clock()
    let calls = Locked(0)
    withObservationTracking {
      if beforeTheRead { onAnotherThread(named: "network") { clock.date = 1 } }
      _ = clock.date
      if afterTheRead { onAnotherThread(named: "network") { clock.date = 2 } }
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    if later { onAnotherThread(named: "network") { clock.date = 3 } }
    return calls.withLock { $0 }
  }

  @Test("misused: a change between the read and the end of the closure is not announced, in any of 200 tries")
  func during() {
    for _ in 1...200 { #expect(calls(afterTheRead: true) == 0) }
  }

  @Test("misused: a later change is announced, on whichever thread it is made")
  func afterwards() {
    #expect(calls(later: true) == 1)
    #expect(calls(beforeTheRead: true, later: true) == 1)
    #expect(calls(afterTheRead: true, later: true) == 1)
  }
}
