import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-3 observer dies first", .watched)
struct ObserverDiesFirstTests {
  @Test("raw: the change after the observer's death ends the process, and names the observer")
  func raw() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = Clock()
      do {
        let view = Recorder()
        clock.addObserver(view, forKeyPath: "date")
        clock.date = 1
        #expect(view.changes.count == 1)
      }
      clock.date = 2
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(
      errors.hasPrefix(
        """
        *** RawObserving: -[Recorder observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated \
        instance 0x
        """))
    #expect(errors.contains("\nKey path: date\nObserved object: <Clock 0x"))
  }

  @Test("raw, current era: the change is skipped, and the other observers hear it")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let clock = Clock()
      let (first, last) = (Recorder(), Recorder())
      clock.addObserver(first, forKeyPath: "date")
      do { clock.addObserver(Recorder(), forKeyPath: "date") }
      clock.addObserver(last, forKeyPath: "date")
      clock.date = 1
      clock.date = 2
      #expect(first.changes.count == 2)
      #expect(last.changes.count == 2)
    }
  }

  @Test("raw: the observer's death alone goes unnoticed")
  func unnoticed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)  // or the clock's own death would raise
      let clock = Clock()
      clock.addObserver(Recorder(), forKeyPath: "date")
      #expect(clock.date == 0)
    }
  }
}
