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
      kvoController.observe(self, \.$temperature, action: Thermostat.hear)
    }
  }

  @Test("misused: an object that observes itself survives its owner, until it is unobserved")
  func misused() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Thermostat?
      do {
        let thermostat = Thermostat()
        probe = thermostat
        thermostat.start()
      }
      #expect(probe != nil)
      probe?.temperature = 21
      #expect(probe?.heard == 1)

      let controller = probe?.kvoController
      controller?.unobserveAll()
      #expect(probe == nil)
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

  @Test("used correctly: unobserved before its owner lets go, it goes")
  func usedRightly() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Thermostat?
      do {
        let thermostat = Thermostat()
        probe = thermostat
        thermostat.start()
        thermostat.temperature = 21
        #expect(thermostat.heard == 1)
        thermostat.kvoController.unobserve(thermostat)
      }
      #expect(probe == nil)
    }
  }

  @Test("used correctly: through the controller bound to both lives it goes, and need not stop")
  func lifetimeBound() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Thermostat?
      do {
        let thermostat = Thermostat()
        probe = thermostat
        thermostat.kvoControllerLifetimeBound.observe(
          thermostat, \.$temperature, action: Thermostat.hear)
        thermostat.temperature = 21
        #expect(thermostat.heard == 1)
      }
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
        thermostat.kvoController.observe(other, \.$temperature, action: Thermostat.hear)
      }
      #expect(probe == nil)
      #expect(observed == nil)
    }
  }
}
