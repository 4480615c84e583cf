import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-13 dotted key", .watched)
struct DottedKeyTests {
  private class Settings: KeyValueObject {
    private var values: [String: Int] = [:]

    override func value(forKey key: String) -> Any? { values[key] }

    func set(_ value: Int, forKey key: String) {
      willChangeValue(forKey: key)
      values[key] = value
      didChangeValue(forKey: key)
    }
  }

  /// Finds no value under a key that is not there, and raises for it.
  private final class StrictSettings: KeyValueObject {}

  private final class Counter: KeyValueObject {
    var calls = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
    }
  }

  private func calls(_ keyPath: String, whenSet keys: String...) -> Int {
    let (settings, counter) = (Settings(), Counter())
    settings.addObserver(counter, forKeyPath: keyPath)
    for key in keys { settings.set(1, forKey: key) }
    settings.removeObserver(counter, forKeyPath: keyPath)
    return counter.calls
  }

  @Test("raw: the path is called when its first key is announced")
  func path() {
    let (settings, counter) = (Settings(), Counter())
    settings.addObserver(counter, forKeyPath: "sync.enabled")
    settings.willChangeValue(forKey: "sync")
    settings.didChangeValue(forKey: "sync")
    settings.removeObserver(counter, forKeyPath: "sync.enabled")
    #expect(counter.calls == 1)
  }

  @Test("raw: where no value is found under the first key, adding raises")
  func strict() async {
    let exit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (settings, counter) = (StrictSettings(), Counter())
      settings.addObserver(counter, forKeyPath: "sync.enabled")
    }
    let errors = String(decoding: exit?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("NSUnknownKeyException") && errors.contains("for the key sync."))
  }
}
