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

/// Shows the date, and forwards what it does not know.
private class TimeView: KeyValueObject {
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    if context == superclassContext {
      print("shown")
    } else {
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }
}

/// Checks the alarm, and forwards everything.
private final class AlarmView: TimeView {
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    if context == subclassContext { print("checked") }
    super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
  }
}

@Suite("CTX-3 everything forwarded", .watched)
struct EverythingForwardedTests {
  @Test("raw: as long as the superclass knows every forwarded call, nothing fails")
  func lucky() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let clock = Clock()
      let view = AlarmView()
      clock.addObserver(view, forKeyPath: "date", context: superclassContext)
      clock.date = 1
      clock.removeObserver(view, forKeyPath: "date", context: superclassContext)
    }
    #expect(text(try #require(result).standardOutputContent).contains("shown"))
  }
}
