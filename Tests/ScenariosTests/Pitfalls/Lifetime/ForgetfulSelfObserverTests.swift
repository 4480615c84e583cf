import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-5 forgetful self-observer", .watched)
struct ForgetfulSelfObserverTests {
  private class Thermostat: KeyValueObject {
    @Observed var temperature = 18
    var heard = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { heard += 1 }
  }

  /// Prints when its deinit body runs, and when its stored properties go.
  private final class StoringThermostat: Thermostat {
    private final class Cleaner {
      let controller: KVOController<StoringThermostat>
      init(_ controller: KVOController<StoringThermostat>) { self.controller = controller }
      deinit { print("stored properties") }
    }

    private var cleaner: Cleaner?

    func start() {
      let controller = KVOController(observer: self, retainObserved: false)
      controller.observe(self, keyPath: "temperature", context: nil)
      cleaner = Cleaner(controller)
    }

    deinit { print("deinit body") }
  }

  @Test("raw, current era: it is cleaned up in silence")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let thermostat = Thermostat()
      thermostat.addObserver(thermostat, forKeyPath: "temperature")
    }
  }

  @Test("current era: the stored controller is released last, and finds nothing to do")
  func storedGoesLast() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      Era.use(.current)
      StoringThermostat().start()
    }
    let output = text(try #require(result).standardOutputContent)
    #expect(output.contains("deinit body\nstored properties\n"))
  }
}
