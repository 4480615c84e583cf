import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("CTX-7 observer order", .watched)
struct ObserverOrderTests {
  /// Converts to Fahrenheit.
  private final class Converter: KeyValueObject {
    var fahrenheit = 0
    var celsius: [Int] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      convert(change.newValue as? Int ?? 0)
    }

    func convert(_ celsius: Int) {
      self.celsius.append(celsius)
      fahrenheit = celsius * 9 / 5 + 32
    }
  }

  /// Shows what the converter made.
  private final class Display: KeyValueObject {
    let converter: Converter
    var shown = 0

    init(_ converter: Converter) {
      self.converter = converter
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      shown = converter.fahrenheit
    }
  }

  enum Side: CaseIterable {
    case raw
    case managed
  }

  @Test("the mediator keeps whatever order the engine has", arguments: [true, false])
  func managedSame(converterFirst: Bool) {
    let raw = shown(.raw, converterFirst: converterFirst)
    #expect(shown(.managed, converterFirst: converterFirst) == raw)
  }

  private func shown(_ side: Side, converterFirst: Bool) -> Int {
    let thermostat = Thermostat()
    let converter = Converter()
    let display = Display(converter)
    let observers = converterFirst ? [converter, display] : [display, converter]
    for observer in observers {
      switch side {
      case .raw: thermostat.addObserver(observer, forKeyPath: "temperature", options: .new)
      case .managed:
        observer.kvoController.observe(
          thermostat, keyPath: "temperature", options: .new, context: nil)
      }
    }
    thermostat.temperature = 20
    #expect(converter.celsius == [20])
    if side == .raw {
      for observer in observers {
        thermostat.removeObserver(observer, forKeyPath: "temperature")
      }
    }
    return display.shown
  }

  @Test("this engine calls the latest registration first, which nothing else here counts on")
  func engine() {
    let thermostat = Thermostat()
    var called: [String] = []
    let (first, second) = (Recorder(), Recorder())
    first.kvoController.observe(thermostat, \.$temperature) { _, _, _ in
      called.append("first")
    }
    second.kvoController.observe(thermostat, \.$temperature) { _, _, _ in
      called.append("second")
    }
    thermostat.temperature = 20
    #expect(called == ["second", "first"])
  }
}
