import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

// Only the addresses are used: nothing is ever read from them or written to them.
nonisolated(unsafe) private let timeContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

@Suite("REM-3 other context", .watched)
struct OtherContextTests {
  @Test("raw: nil, given as the context, is a context like any other")
  func nilIsNoWildcard() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let clock = Clock()
      let view = Recorder()
      clock.addObserver(view, forKeyPath: "date", context: timeContext)
      clock.removeObserver(view, forKeyPath: "date", context: nil)
    }
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let clock = Clock()
      let view = Recorder()
      clock.addObserver(view, forKeyPath: "date")
      clock.removeObserver(view, forKeyPath: "date", context: timeContext)
    }
  }

  @Test("raw: the same context removes, and so does the form without a context")
  func matching() {
    let clock = Clock()
    let view = Recorder()
    for context in [timeContext, nil] {
      clock.addObserver(view, forKeyPath: "date", context: context)
      clock.removeObserver(view, forKeyPath: "date", context: context)
    }
    clock.addObserver(view, forKeyPath: "date", context: timeContext)
    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 1
    #expect(view.changes.isEmpty)
  }
}
