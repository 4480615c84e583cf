import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

// Only the addresses are used: nothing is ever read from them or written to them.
nonisolated(unsafe) private let time =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
nonisolated(unsafe) private let alarm =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

@Suite("REM-4 guessed registration", .watched)
struct GuessedRegistrationTests {
  /// Notes the context of each call.
  private final class View: KeyValueObject {
    var contexts: [UnsafeMutableRawPointer?] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { contexts.append(context) }
  }

  /// The contexts that are left once one of the two registrations has been removed.
  private func left(
    of contexts: [UnsafeMutableRawPointer], removing remove: (Clock, View) -> Void
  ) -> [UnsafeMutableRawPointer?] {
    let clock = Clock()
    let view = View()
    for context in contexts { clock.addObserver(view, forKeyPath: "date", context: context) }
    remove(clock, view)
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    return view.contexts
  }

  @Test("managed: one controller has one record for a key path, so nothing is to be guessed")
  func oneController() {
    let clock = Clock()
    let view = View()
    for context in [time, alarm] {
      view.kvoController.observe(clock, keyPath: "date", context: context)
    }
    clock.date = 1
    #expect(view.contexts == [time])
    view.kvoController.unobserve(clock, keyPath: "date")
    clock.date = 2
    #expect(view.contexts == [time])
  }
}
