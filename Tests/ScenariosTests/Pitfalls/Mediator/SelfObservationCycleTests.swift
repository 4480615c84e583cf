import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-1 self-observation cycle", .watched)
struct SelfObservationCycleTests {
  private final class Thermostat: KeyValueObject {
    @Observed var temperature = 18
    var heard = 0

    func hear(_ change: Change<Int>) { heard += 1 }

    func start() {
      kvoController.observe(self, \.$temperature) { $0.hear($2) }
    }
  }

  @Test("a controller that the object stores itself makes the same cycle")
  func stored() async {
    await #expect(processExitsWith: .success) {
      final class Owner: KeyValueObject {
        @Observed var temperature = 18
        var controller: KVOController<Owner>?
      }
      weak var probe: Owner?
      do {
        let owner = Owner()
        probe = owner
        owner.controller = KVOController(observer: owner)
        owner.controller?.observe(owner, keyPath: "temperature", context: nil)
      }
      #expect(probe != nil)
      probe?.controller?.unobserveAll()
      #expect(probe == nil)
    }
  }

  @Test("observing another object through the same controller is no cycle")
  func another() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Thermostat?
      weak var observed: Thermostat?
      do {
        let (thermostat, other) = (Thermostat(), Thermostat())
        (probe, observed) = (thermostat, other)
        thermostat.kvoController.observe(other, \.$temperature) { $0.hear($2) }
      }
      #expect(probe == nil)
      #expect(observed == nil)
    }
  }
}
