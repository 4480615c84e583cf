import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

// Only the address is used: nothing is ever read from it or written to it.
nonisolated(unsafe) private let superclassContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

@Suite("CTX-2 unforwarded context", .watched)
struct UnforwardedContextTests {
  private class TimeView: KeyValueObject {
    var shown = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if context == superclassContext { shown += 1 }
    }
  }

  /// Forwards no call.
  private final class AlarmView: TimeView {
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {}
  }

  @Test("managed: the form with a context goes through the method, and is dropped by it")
  func managedContext() {
    let clock = Clock()
    let view = AlarmView()
    view.kvoController.observe(clock, keyPath: "date", context: superclassContext)
    clock.date = 1
    #expect(view.shown == 0)
  }
}
