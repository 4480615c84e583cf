import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-1 observed dies first", .watched)
struct ObservedDiesFirstTests {
  @Test("raw, classic era: the clock's death raises, and the message lists who was left")
  func classic() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      Clock().addObserver(view, forKeyPath: "date", options: [.old, .new])
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(
      errors.hasPrefix(
        "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException'"))
    #expect(errors.contains("of class Clock was deallocated while key value observers were still"))
    #expect(errors.contains("Key path: date, Options: <New: YES, Old: YES, Prior: NO>"))
  }

  @Test("raw, current era: the clock's death cleans up in silence")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let view = Recorder()
      weak var probe: Clock?
      do {
        let clock = Clock()
        probe = clock
        clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
        clock.date = 2
      }
      #expect(probe == nil)
      #expect(view.changes.count == 1)
    }
  }
}
