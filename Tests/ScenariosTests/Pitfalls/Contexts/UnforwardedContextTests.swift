import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

// Only the addresses are used: nothing is ever read from them or written to them.
nonisolated(unsafe) private let superclassContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
nonisolated(unsafe) private let subclassContext =
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

  /// Knows its own context, and forwards the others or not.
  private final class AlarmView: TimeView {
    let forwards: Bool
    var checks = 0

    init(forwards: Bool) { self.forwards = forwards }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if context == subclassContext {
        checks += 1
      } else if forwards {
        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }

  @Test("raw: the superclass hears what is forwarded, and nothing else", arguments: [false, true])
  func raw(forwards: Bool) {
    let clock = Clock()
    let view = AlarmView(forwards: forwards)
    for context in [superclassContext, subclassContext] {
      clock.addObserver(view, forKeyPath: "date", context: context)
    }
    clock.date = 1
    #expect(view.shown == (forwards ? 1 : 0))
    #expect(view.checks == 1)
    for context in [superclassContext, subclassContext] {
      clock.removeObserver(view, forKeyPath: "date", context: context)
    }
  }

  @Test("managed: a closure is called past the method that drops calls")
  func managed() {
    let clock = Clock()
    let view = AlarmView(forwards: false)
    let alarms = KVOController(observer: view)
    view.kvoController.observe(clock, \.$date) { view, _, _ in view.shown += 1 }
    alarms.observe(clock, \.$date) { view, _, _ in view.checks += 1 }
    clock.date = 1
    #expect(view.shown == 1)
    #expect(view.checks == 1)
  }

  @Test("managed: the form with a context goes through the method, and is dropped by it")
  func managedContext() {
    let clock = Clock()
    let view = AlarmView(forwards: false)
    view.kvoController.observe(clock, keyPath: "date", context: superclassContext)
    clock.date = 1
    #expect(view.shown == 0)
  }
}
