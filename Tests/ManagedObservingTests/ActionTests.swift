import ManagedObserving
import RawObserving
import Testing

@Suite("Actions by string")
struct ActionTests {
  private final class Thermostat: KeyValueObject {
    @Observed var degrees = 20
    @Observed var target = 21
  }

  private final class Display {
    private(set) var shown: [Int] = []

    func changed(_ change: KeyValueChange) {
      shown.append(change.newValue as? Int ?? 0)
    }

    func targetChanged(_ change: KeyValueChange, of thermostat: Thermostat) {
      shown.append(thermostat.target)
    }
  }

  @Test("an action that takes the change alone, for one key path and for several")
  func changeAlone() {
    let (thermostat, display) = (Thermostat(), Display())
    let controller = KVOController(observer: display)
    controller.observe(thermostat, keyPath: "degrees", options: .new, action: Display.changed)
    thermostat.degrees = 22
    thermostat.target = 25
    #expect(display.shown == [22])
    controller.observe(thermostat, keyPaths: ["target"], options: .new, action: Display.changed)
    thermostat.target = 23
    #expect(display.shown == [22, 23])
    controller.unobserveAll()
    thermostat.degrees = 24
    #expect(display.shown == [22, 23])
  }

  @Test("an action that takes the change and the object, for one key path and for several")
  func changeAndObject() {
    let (thermostat, display) = (Thermostat(), Display())
    let controller = KVOController(observer: display)
    controller.observe(thermostat, keyPath: "degrees", action: Display.targetChanged)
    controller.observe(thermostat, keyPaths: ["target"], action: Display.targetChanged)
    thermostat.degrees = 22
    thermostat.target = 25
    #expect(display.shown == [21, 25])
  }
}
