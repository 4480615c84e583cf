import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-2 non-retaining crash", .watched)
struct NonRetainingCrashTests {
  private class Thermostat: KeyValueObject {
    @Observed var temperature = 18
    private(set) var heard = 0

    private func hear(_ change: Change<Int>) { heard += 1 }

    final func start() {
      kvoControllerNonRetaining.observe(self, \.$temperature) { $0.hear($2) }
    }

    final func stop() { kvoControllerNonRetaining.unobserve(self) }
  }

  private final class ByHandThermostat: Thermostat {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
  }

  /// Tied to the thermostat's life as its controller is, but able to reach it during its deinit.
  private final class Remover {
    // Sound because the thermostat releases this in its own deinit, when its memory is still there.
    unowned(unsafe) let thermostat: Thermostat

    init(_ thermostat: Thermostat) {
      self.thermostat = thermostat
    }

    deinit { thermostat.removeObserver(thermostat, forKeyPath: "temperature") }
  }

  @Test("misused, current era: it is cleaned up in silence")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      weak var probe: Thermostat?
      do {
        let thermostat = Thermostat()
        probe = thermostat
        thermostat.start()
        thermostat.temperature = 21
        #expect(thermostat.heard == 1)
      }
      #expect(probe == nil)
    }
  }

  @Test("misused: with a key that notifies by hand nothing is raised, in either era", arguments: Era.allCases)
  func byHand(_ era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      ByHandThermostat().start()
    }
  }

  @Test(
    "the controller goes in time: whatever goes with it and can reach the object may still remove")
  func inTimeButBlind() async {
    await #expect(processExitsWith: .success) {
      let thermostat = Thermostat()
      thermostat.addObserver(thermostat, forKeyPath: "temperature")
      _ = thermostat.associatedObject("remover") { Remover(thermostat) }
    }
  }

  @Test(
    "used correctly: bound to both lives it is freed without an exception in both eras",
    arguments: Era.allCases)
  func lifetimeBound(_ era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      weak var probe: Thermostat?
      do {
        let thermostat = Thermostat()
        probe = thermostat
        thermostat.kvoControllerLifetimeBound.observe(thermostat, \.$temperature) { _, _, _ in }
      }
      #expect(probe == nil)
    }
  }
}
