import ManagedObserving
import RawObserving
import Testing

@Suite("Methods that a closure calls, by string; actions, typed", .watched)
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

  @Test("a closure passes the change to a method of an observer of any class")
  func action() {
    let (thermostat, display) = (Thermostat(), Display())
    let controller = KVOController(observer: display)
    controller.observe(thermostat, keyPath: "degrees", options: .new) { $0.changed($2) }
    thermostat.degrees = 22
    thermostat.target = 25
    #expect(display.shown == [22])
    controller.observe(thermostat, keyPath: "target", options: .new) { $0.changed($2) }
    thermostat.target = 23
    #expect(display.shown == [22, 23])
    controller.unobserveAll()
    thermostat.degrees = 24
    #expect(display.shown == [22, 23])
  }

  @Test("an inherited action, and one that the observer's class overrides")
  func inheritedAction() {
    class Base: KeyValueObject {
      var heard: [String] = []
      func changed(_ change: Change<Int>) { heard.append("base") }
      func noted(_ change: Change<Int>) { heard.append("noted") }
    }
    final class Derived: Base {
      override func changed(_ change: Change<Int>) { heard.append("derived") }
    }
    let (thermostat, observer) = (Thermostat(), Derived())
    observer.kvoController.observe(thermostat, \.$degrees, action: Base.changed)
    observer.kvoController.observe(thermostat, \.$target, action: Derived.noted)
    thermostat.degrees = 22
    thermostat.target = 25
    #expect(observer.heard == ["derived", "noted"])
  }
}
