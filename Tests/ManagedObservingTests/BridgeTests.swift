import ManagedObserving
import Observation
import RawObserving
import Testing

/// Lesson 19: an observable class that still serves observers of key-value observing.
@Suite("An observable class with observers of key-value observing", .watched) struct BridgeTests {
  // snippet.model
  @Observable
  final class Thermostat: KeyValueObject {
    var target = 18 {
      willSet { willChangeValue(forKey: "target") }
      didSet { didChangeValue(forKey: "target") }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("target", \Thermostat.target)]
    }
  }
  // snippet.end

  private final class Display: KeyValueObject {
    private(set) var calls: [String] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      calls.append("\(change.oldValue ?? "none") to \(change.newValue ?? "none")")
    }
  }

  private let thermostat = Thermostat()
  private let display = Display()
  private let invalidations = Locked(0)

  /// Observes the target in both ways.
  private func observe() {
    display.kvoController.observe(thermostat, keyPath: "target", options: [.old, .new], context: nil)
    withObservationTracking {
      _ = thermostat.target
    } onChange: { [invalidations] in
      invalidations.withLock { $0 += 1 }
    }
  }

  // snippet.both
  @Test("two assignments make two calls of the old observer and one of onChange") func both() {
    observe()
    thermostat.target = 21
    thermostat.target = 22
    #expect(display.calls == ["18 to 21", "21 to 22"])
    #expect(invalidations.withLock { $0 } == 1)
  }

  @Test("an equal value is announced to the old observer only") func equalValue() {
    observe()
    thermostat.target = 18
    #expect(display.calls == ["18 to 18"])
    #expect(invalidations.withLock { $0 } == 0)
  }
  // snippet.end

  @Test("a change in place is announced to both, first to onChange") func inPlace() {
    let order = Locked<[String]>([])
    observe()
    display.kvoControllerLifetimeBound.observe(thermostat, keyPath: "target") { _, _, _ in
      order.withLock { $0.append("observer") }
    }
    withObservationTracking {
      _ = thermostat.target
    } onChange: {
      order.withLock { $0.append("onChange") }
    }
    thermostat.target += 1
    #expect(display.calls == ["18 to 19"] && invalidations.withLock { $0 } == 1)
    #expect(order.withLock { $0 } == ["onChange", "observer"])
  }
}
