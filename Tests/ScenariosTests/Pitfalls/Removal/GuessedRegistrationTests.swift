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

  @Test("raw: without a context one of the two goes, and the order of adding says which")
  func withoutContext() {
    let first = left(of: [time, alarm]) { $0.removeObserver($1, forKeyPath: "date") }
    let second = left(of: [alarm, time]) { $0.removeObserver($1, forKeyPath: "date") }
    #expect(first.count == 1)
    #expect(second.count == 1)
    #expect(first != second)
  }

  @Test("raw: with its context the one that is meant goes, whatever the order")
  func withContext() {
    for order in [[time, alarm], [alarm, time]] {
      let contexts = left(of: order) {
        $0.removeObserver($1, forKeyPath: "date", context: alarm)
      }
      #expect(contexts == [time])
    }
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

  @Test("managed: of two controllers each removes its own", arguments: [false, true])
  func twoControllers(alarmFirst: Bool) {
    let clock = Clock()
    let view = View()
    let (times, alarms) = (KVOController(observer: view), KVOController(observer: view))
    var heard: [String] = []
    let add = [
      { _ = times.observe(clock, \.$date) { _, _, _ in heard.append("time") } },
      { _ = alarms.observe(clock, \.$date) { _, _, _ in heard.append("alarm") } },
    ]
    for add in alarmFirst ? add.reversed() : add { add() }
    alarms.unobserve(clock, \.$date)
    clock.date = 1
    #expect(heard == ["time"])
  }
}
