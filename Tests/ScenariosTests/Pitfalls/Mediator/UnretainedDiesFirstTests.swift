import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-11 unretained dies first", .watched)
struct UnretainedDiesFirstTests {
  @Test("misused, classic era: the clock dies observed, and that raises")
  func classic() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoControllerNonRetaining.observe(Clock(), keyPath: "date", context: nil)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("of class Clock was deallocated while key value observers were still"))
  }

  @Test("misused, relaxed era: it is cleaned up in silence, and the controller serves on")
  func relaxed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let view = Recorder()
      view.kvoControllerNonRetaining.observe(Clock(), keyPath: "date", context: nil)
      let clock = Clock()
      view.kvoControllerNonRetaining.observe(clock, keyPath: "date", context: nil)
      clock.date = 1
      #expect(view.changes.count == 1)
      view.kvoControllerNonRetaining.unobserveAll()
    }
  }

  @Test("retained, the clock lives as long as it is observed")
  func retained() async {
    await #expect(processExitsWith: .success) {
      let view = Recorder()
      weak var probe: Clock?
      do {
        let clock = Clock()
        probe = clock
        view.kvoController.observe(clock, keyPath: "date", context: nil)
      }
      #expect(probe != nil)
      view.kvoController.unobserveAll()
      #expect(probe == nil)
    }
  }

  @Test("unobserved first, it may go")
  func unobservedFirst() async {
    await #expect(processExitsWith: .success) {
      let view = Recorder()
      weak var probe: Clock?
      do {
        let clock = Clock()
        probe = clock
        view.kvoControllerNonRetaining.observe(clock, keyPath: "date", context: nil)
        view.kvoControllerNonRetaining.unobserve(clock)
      }
      #expect(probe == nil)
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
