import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-5 registered or not", .watched)
struct RegisteredOrNotTests {
  /// Keeps a flag, as people do who cannot ask.
  private final class FlaggedView: KeyValueObject {
    private(set) var isRegistered = false
    private(set) var calls = 0

    func show(_ clock: Clock) {
      if !isRegistered { clock.addObserver(self, forKeyPath: "date") }
      isRegistered = true
    }

    func hide(_ clock: Clock) {
      if isRegistered { clock.removeObserver(self, forKeyPath: "date") }
      isRegistered = false
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { calls += 1 }
  }

  @Test("raw: as long as nobody else removes, the flag is right")
  func alone() {
    let clock = Clock()
    let view = FlaggedView()
    view.show(clock)
    view.show(clock)
    clock.date = 1
    #expect(view.calls == 1)
    view.hide(clock)
    view.hide(clock)
    clock.date = 2
    #expect(view.calls == 1)
  }

  @Test("raw: a removal elsewhere leaves the flag set, and the view cannot register again")
  func drifted() {
    let clock = Clock()
    let view = FlaggedView()
    view.show(clock)
    clock.removeObserver(view, forKeyPath: "date")
    view.show(clock)
    clock.date = 1
    #expect(view.isRegistered)
    #expect(view.calls == 0)
  }

  @Test("raw: whoever trusts the flag and removes ends the process")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = Clock()
      let view = FlaggedView()
      view.show(clock)
      clock.removeObserver(view, forKeyPath: "date")
      view.hide(clock)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Cannot remove an observer <FlaggedView 0x"))
    #expect(errors.contains("because it is not registered as an observer."))
  }

  @Test("managed: whoever unobserves, observing again works and unobserving never raises")
  func managed() {
    let clock = Clock()
    let view = Recorder()
    let observe = { _ = view.kvoController.observe(clock, keyPath: "date", context: nil) }
    observe()
    view.kvoController.unobserve(clock)
    observe()
    observe()
    clock.date = 1
    #expect(view.changes.count == 1)
    view.kvoController.unobserve(clock, keyPath: "date")
    view.kvoController.unobserve(clock, keyPath: "date")
    clock.date = 2
    #expect(view.changes.count == 1)
  }

  @Test("managed: the controller says what it observes")
  func asking() {
    let clock = Clock()
    let view = Recorder()
    func observesDate() -> Bool {
      view.kvoController.activeObservations.contains { $0.object === clock && $0.keyPath == "date" }
    }
    #expect(!observesDate())
    view.kvoController.observe(clock, keyPath: "date", context: nil)
    #expect(observesDate())
    view.kvoController.unobserve(clock)
    #expect(!observesDate())
  }
}
