import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

// Only the addresses are used: nothing is ever read from them or written to them.
nonisolated(unsafe) private let superclassContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
nonisolated(unsafe) private let subclassContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

/// Registers itself and removes itself, with a context or without.
private class TimeView: KeyValueObject {
  let clock: Clock
  let hasContext: Bool
  private(set) var shown = 0

  init(_ clock: Clock, hasContext: Bool) {
    self.clock = clock
    self.hasContext = hasContext
    super.init()
    clock.addObserver(self, forKeyPath: "date", context: hasContext ? superclassContext : nil)
  }

  deinit {
    clock.removeObserver(self, forKeyPath: "date", context: hasContext ? superclassContext : nil)
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) { shown += 1 }
}

/// Removes what it has not added.
private final class AlarmView: TimeView {
  func switchOff() {
    if hasContext {
      clock.removeObserver(self, forKeyPath: "date", context: subclassContext)
    } else {
      clock.removeObserver(self, forKeyPath: "date")
    }
  }
}

@Suite("REM-5 taken registration", .watched)
struct TakenRegistrationTests {
  @Test("raw: without contexts the superclass is no longer called")
  func silent() {
    let clock = Clock()
    let view = AlarmView(clock, hasContext: false)
    clock.date = 1
    #expect(view.shown == 1)
    view.switchOff()
    clock.date = 2
    #expect(view.shown == 1)
    clock.addObserver(view, forKeyPath: "date")  // for the superclass's deinit
  }

  @Test("raw: with a context for each class it ends where the mistake is made")
  func contexts() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let view = AlarmView(Clock(), hasContext: true)
      withExtendedLifetime(view) {
        view.switchOff()
        print("the alarm is off")
      }
    }
    let output = text(try #require(result).standardOutputContent)
    let errors = text(try #require(result).standardErrorContent)
    #expect(!output.contains("the alarm is off"))
    #expect(errors.contains("because it is not registered as an observer."))
  }
}
