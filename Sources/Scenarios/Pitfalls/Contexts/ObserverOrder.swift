import Harness
import ManagedObserving
import RawObserving

/// CTX-7: the result depends on which of two observers is called first.
enum ObserverOrder {
  static let pitfall = Pitfall(
    "CTX-7", "observer-order", "The result depends on the order in which observers are called",
    frequency: .sometimes, symptoms: [.wrongOrder],
    change: .delete("panel.converter.convert(thermostat.temperature)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a converter and a display, added in both orders",
      .finds("the display shows 50 F in one order, 68 F in the other"),
      wanted: "the display shows 68 F in one order, 68 F in the other", raw),
    .managed("one observer calls both", .finds("the display shows 68 F"), managed),
    .managed(
      "two observations, made in both orders", .finds("the display shows 50 F in one order, 68 F in the other"),
      wanted: "the display shows 68 F in one order, 68 F in the other", sameMistake: true, managedPair),
  ]

  private final class Converter: KeyValueObject {
    private(set) var fahrenheit = 50

    func convert(_ celsius: Int) { fahrenheit = celsius * 9 / 5 + 32 }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      convert(change.newValue as? Int ?? 0)
    }
  }

  private final class Display: KeyValueObject {
    private let converter: Converter
    private(set) var shown = 0

    init(_ converter: Converter) {
      self.converter = converter
    }

    func show() { shown = converter.fahrenheit }

    // snippet.display
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      show()  // correct only if the converter has been called first
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    compareOrders { converterFirst in
      let thermostat = Thermostat()
      let converter = Converter()
      let display = Display(converter)
      let observers = converterFirst ? [converter, display] : [display, converter]
      for observer in observers {
        thermostat.addObserver(observer, forKeyPath: "temperature", options: .new)
      }
      thermostat.temperature = 20
      for observer in observers {
        thermostat.removeObserver(observer, forKeyPath: "temperature")
      }
      let first = converterFirst ? "converter" : "display"
      story.say("the \(first) is added first: the display shows \(display.shown)")
      return display.shown
    }
  }

  /// Tells the story in both orders. The finding does not say which order gave which result, because
  /// no code may rely on that.
  private static func compareOrders(_ body: (_ converterFirst: Bool) -> Int) -> String {
    let shown = [body(true), body(false)].sorted()
    return "the display shows \(shown[0]) F in one order, \(shown[1]) F in the other"
  }

  // snippet.panel
  private final class Panel: KeyValueObject {
    let converter = Converter()
    private(set) lazy var display = Display(converter)

    func watch(_ thermostat: Thermostat) {
      kvoController.observe(thermostat, \.$temperature) { panel, thermostat, _ in
        panel.converter.convert(thermostat.temperature)
        panel.display.show()
      }
    }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let thermostat = Thermostat()
    let panel = Panel()
    panel.watch(thermostat)
    thermostat.temperature = 20
    story.say("the panel converts, then shows \(panel.display.shown)")
    return "the display shows \(panel.display.shown) F"
  }

  // snippet.asked
  private static func managedPair(_ story: Story) -> String {
    compareOrders { converterFirst in
      let thermostat = Thermostat()
      let converter = Converter()
      let display = Display(converter)
      let observers = converterFirst ? [converter, display] : [display, converter]
      for observer in observers {
        observer.kvoController.observe(
          thermostat, keyPath: "temperature", options: .new, context: nil)
      }
      thermostat.temperature = 20
      let first = converterFirst ? "converter" : "display"
      story.say("the \(first) observes first: the display shows \(display.shown)")
      return display.shown
    }
  }
  // snippet.end
}
