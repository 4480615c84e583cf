import ManagedObserving
import RawObserving
import Testing

@Suite("Actions by string", .watched)
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
  }

  @Test("an action takes the change")
  func action() {
    let (thermostat, display) = (Thermostat(), Display())
    let controller = KVOController(observer: display)
    controller.observe(thermostat, keyPath: "degrees", options: .new, action: Display.changed)
    thermostat.degrees = 22
    thermostat.target = 25
    #expect(display.shown == [22])
    controller.observe(thermostat, keyPath: "target", options: .new, action: Display.changed)
    thermostat.target = 23
    #expect(display.shown == [22, 23])
    controller.unobserveAll()
    thermostat.degrees = 24
    #expect(display.shown == [22, 23])
  }

  @Test("an inherited action, and one that the observer's class overrides")
  func inheritedAction() {
    class Base {
      var heard: [String] = []
      func changed(_ change: KeyValueChange) { heard.append("base") }
      func noted(_ change: KeyValueChange) { heard.append("noted") }
    }
    final class Derived: Base {
      override func changed(_ change: KeyValueChange) { heard.append("derived") }
    }
    let (thermostat, observer) = (Thermostat(), Derived())
    let controller = KVOController(observer: observer)
    controller.observe(thermostat, keyPath: "degrees", action: Base.changed)
    controller.observe(thermostat, keyPath: "target", action: Derived.noted)
    thermostat.degrees = 22
    thermostat.target = 25
    #expect(observer.heard == ["derived", "noted"])
  }
}
