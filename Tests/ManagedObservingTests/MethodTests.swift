import ManagedObserving
import RawObserving
import Testing

@Suite("Methods that a closure calls", .watched)
struct MethodTests {
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
  func method() {
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
}
