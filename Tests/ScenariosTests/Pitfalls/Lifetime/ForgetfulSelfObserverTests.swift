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

  private final class TidyThermostat: Thermostat {
    deinit { removeObserver(self, forKeyPath: "temperature") }
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

  @Test("raw, classic era: an object that forgets to remove itself raises at its death")
  func classic() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let thermostat = Thermostat()
      thermostat.addObserver(thermostat, forKeyPath: "temperature")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("of class Thermostat was deallocated while key value observers were"))
  }

  @Test("raw, relaxed era: it is cleaned up in silence")
  func relaxed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let thermostat = Thermostat()
      thermostat.addObserver(thermostat, forKeyPath: "temperature")
    }
  }

  @Test("cured by hand: an object that removes itself in deinit hears itself, and goes")
  func cure() async {
    await #expect(processExitsWith: .success) {
      weak var probe: TidyThermostat?
      do {
        let thermostat = TidyThermostat()
        probe = thermostat
        thermostat.addObserver(thermostat, forKeyPath: "temperature")
        thermostat.temperature = 21
        #expect(thermostat.heard == 1)
      }
      #expect(probe == nil)
    }
  }

  @Test("classic era: a stored controller is released after the check, so the check raises first")
  func storedIsTooLate() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      StoringThermostat().start()
    }
    let output = text(try #require(result).standardOutputContent)
    #expect(output.contains("deinit body"))
    #expect(!output.contains("stored properties"))
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("of class StoringThermostat was deallocated while key value observers"))
  }

  @Test("relaxed era: the stored controller is released last, and finds nothing to do")
  func storedGoesLast() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      Era.use(.relaxed)
      StoringThermostat().start()
    }
    let output = text(try #require(result).standardOutputContent)
    #expect(output.contains("deinit body\nstored properties\n"))
  }

  @Test("managed: stopped by hand, also twice, it hears no more and goes")
  func managed() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Thermostat?
      do {
        let thermostat = Thermostat()
        probe = thermostat
        let controller = thermostat.kvoControllerNonRetaining
        controller.observe(thermostat, keyPath: "temperature", context: nil)
        thermostat.temperature = 21
        controller.unobserve(thermostat)
        controller.unobserve(thermostat)
        thermostat.temperature = 24
        #expect(thermostat.heard == 1)
      }
      #expect(probe == nil)
    }
  }
}
