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

  @Test("raw: as long as no other code removes, the flag is right")
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

  @Test("managed: observing again works after any unobserve, and unobserving never raises")
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
