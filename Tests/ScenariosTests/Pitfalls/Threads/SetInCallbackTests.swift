import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-4 set in callback", .watched)
struct SetInCallbackTests {
  /// Does something at each change, and keeps how deep its calls are inside each other.
  private final class Saver: KeyValueObject {
    var body: (Thermostat) -> Void
    private(set) var deepest = 0
    private var depth = 0

    init(_ body: @escaping (Thermostat) -> Void) {
      self.body = body
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      depth += 1
      deepest = max(deepest, depth)
      defer { depth -= 1 }
      if let thermostat = object as? Thermostat { body(thermostat) }
    }
  }

  private static func lower(_ thermostat: Thermostat) {
    if thermostat.temperature > 20 { thermostat.temperature -= 1 }
  }

  enum Side: CaseIterable {
    case raw
    case managed

    fileprivate func add(_ observer: KeyValueObject, to thermostat: Thermostat) {
      switch self {
      case .raw: thermostat.addObserver(observer, forKeyPath: "temperature", options: .new)
      case .managed:
        observer.kvoController.observe(
          thermostat, keyPath: "temperature", options: .new, context: nil)
      }
    }

    fileprivate func remove(_ observer: KeyValueObject, from thermostat: Thermostat) {
      if self == .raw { thermostat.removeObserver(observer, forKeyPath: "temperature") }
    }
  }

  @Test(
    "the last value that an observer hears is the present one, and who is called after it hears that twice",
    arguments: Side.allCases)
  func order(side: Side) {
    let (heard, saver) = heard(side) { thermostat in
      if thermostat.temperature == 25 { thermostat.temperature = 24 }
    }
    #expect(saver.deepest == 2)
    // Added before the saver and after it; which of them is called after it is undefined.
    #expect(Set(heard) == [[25, 24], [24, 24]])
  }

  /// Sets 25 degrees, and returns what an observer before the saver and one after it are told.
  private func heard(
    _ side: Side, _ body: @escaping (Thermostat) -> Void
  ) -> ([[Int]], Saver) {
    let thermostat = Thermostat()
    let saver = Saver(body)
    let displays = [Recorder(), Recorder()]
    let observers = [displays[0], saver, displays[1]]
    for observer in observers { side.add(observer, to: thermostat) }
    thermostat.temperature = 25
    for observer in observers { side.remove(observer, from: thermostat) }
    return (displays.map { $0.changes.compactMap { $0.newValue as? Int } }, saver)
  }

  @Test("managed: a handler that reads the object ends at the present value, in any order")
  func readsThePresent() {
    let thermostat = Thermostat()
    var last: [String: Int] = [:]
    let (before, saver, after) = (Recorder(), Recorder(), Recorder())
    before.kvoController.observe(thermostat, \.$temperature) { _, thermostat, _ in
      last["before"] = thermostat.temperature
    }
    saver.kvoController.observe(thermostat, \.$temperature) { _, thermostat, _ in
      Self.lower(thermostat)
    }
    after.kvoController.observe(thermostat, \.$temperature) { _, thermostat, _ in
      last["after"] = thermostat.temperature
    }
    thermostat.temperature = 25
    #expect(last == ["before": 20, "after": 20])
  }

  @Test("raw: a callback that sets every time it is called does not end but with its process")
  func endless() async {
    await #expect(processExitsWith: .failure) {
      let thermostat = Thermostat()
      let saver = Saver { $0.temperature -= 1 }
      thermostat.addObserver(saver, forKeyPath: "temperature")
      thermostat.temperature = 25
    }
  }
}
