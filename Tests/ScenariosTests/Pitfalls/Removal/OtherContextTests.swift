import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

// Only the addresses are used: nothing is ever read from them or written to them.
nonisolated(unsafe) private let timeContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
nonisolated(unsafe) private let alarmContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

@Suite("REM-3 other context", .watched)
struct OtherContextTests {
  @Test("raw: removing with another context ends the process, and the message does not name it")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = Clock()
      let view = Recorder()
      clock.addObserver(view, forKeyPath: "date", context: timeContext)
      clock.removeObserver(view, forKeyPath: "date", context: alarmContext)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSRangeException'"))
    #expect(errors.contains(/Cannot remove an observer <Recorder 0x[0-9a-f]+> for the key path/))
    #expect(errors.contains("because it is not registered as an observer."))
    #expect(!errors.lowercased().contains("context"))
  }

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

  @Test("managed: what was observed with a context is unobserved without one")
  func managed() {
    let clock = Clock()
    let view = Recorder()
    view.kvoController.observe(clock, keyPath: "date", context: timeContext)
    clock.date = 1
    view.kvoController.unobserve(clock, keyPath: "date")
    clock.date = 2
    #expect(view.changes.count == 1)
  }
}
