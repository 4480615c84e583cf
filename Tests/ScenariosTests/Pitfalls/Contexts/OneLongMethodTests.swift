import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("CTX-6 one long method", .watched)
struct OneLongMethodTests {
  @Test("raw: two objects of a class arrive in one method with the same key path and context")
  func raw() {
    let (kitchen, bedroom) = (Thermostat(), Thermostat())
    let panel = Panel()
    for thermostat in [kitchen, bedroom] {
      thermostat.addObserver(panel, forKeyPath: "temperature", options: .new)
    }
    kitchen.temperature = 22
    bedroom.temperature = 16
    #expect(panel.calls.map(\.keyPath) == ["temperature", "temperature"])
    #expect(panel.calls.map(\.context) == [nil, nil])
    #expect(panel.calls.map { $0.object === bedroom } == [false, true])
    for thermostat in [kitchen, bedroom] {
      thermostat.removeObserver(panel, forKeyPath: "temperature")
    }
  }

  @Test("raw: a value comes without its type")
  func untyped() {
    let kitchen = Thermostat()
    let recorder = Recorder()
    kitchen.addObserver(recorder, forKeyPath: "temperature", options: .new)
    kitchen.temperature = 22
    #expect(recorder.changes.first?.newValue is Int)
    #expect(recorder.changes.first?.newValue as? String == nil)
    kitchen.removeObserver(recorder, forKeyPath: "temperature")
  }
}

/// Keeps what arrives in its one method.
private final class Panel: KeyValueObject {
  var calls: [(keyPath: String, object: KeyValueObject, context: UnsafeMutableRawPointer?)] = []

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls.append((keyPath, object, context))
  }
}
