import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-11 unretained dies first", .watched)
struct UnretainedDiesFirstTests {
  @Test("misused, current era: it is cleaned up in silence, and the controller serves on")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let view = Recorder()
      view.kvoControllerNonRetaining.observe(Clock(), keyPath: "date", context: nil)
      let clock = Clock()
      view.kvoControllerNonRetaining.observe(clock, keyPath: "date", context: nil)
      clock.date = 1
      #expect(view.changes.count == 1)
      view.kvoControllerNonRetaining.unobserveAll()
    }
  }

  @Test(
    "bound to both lifetimes, it may go first, and the controller serves on",
    arguments: Era.allCases)
  func lifetimeBound(_ era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let view = Recorder()
      weak var probe: Clock?
      do {
        let clock = Clock()
        probe = clock
        view.kvoControllerLifetimeBound.observe(clock, keyPath: "date", context: nil)
        clock.date = 1
      }
      #expect(probe == nil)
      #expect(view.changes.count == 1)
      let clock = Clock()
      view.kvoControllerLifetimeBound.observe(clock, keyPath: "date", context: nil)
      clock.date = 1
      #expect(view.changes.count == 2)
    }
  }
}
