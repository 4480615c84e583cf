import Foundation
import TestSupport
import Testing

@testable import RawObserving

@Suite("The era is one of two, and is chosen once, before anything is observed", .watched)
struct EraChoiceTests {
  @Test("the era cannot be changed once something is observed")
  func eraAfterUse() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      let view = ClockView()
      clock.addObserver(view, forKeyPath: "date")
      clock.removeObserver(view, forKeyPath: "date")
      Era.use(.classic)
      Era.use(.current)
    }
    expectDeath(
      result,
      """
      The era of this process is classic already and cannot become current. Choose it before \
      anything is observed.
      """)
  }

  @Test("the same era may be chosen twice, and it is classic where none is chosen")
  func era() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      Era.use(.current)
      #expect(Era.inForce == .current)
      let violation = #expect(throws: Violation.self) { try Era.choose(.classic) }
      #expect(violation != nil && violation?.id.exception == nil)
      #expect(Era.inForce == .current)
    }
    await #expect(processExitsWith: .success) {
      #expect(Era.inForce == .classic)  // and that fixes it
      #expect(throws: Violation.self) { try Era.choose(.current) }
    }
  }

  @Test("the cases are these two, in the order of time")
  func cases() { #expect(Era.allCases.map { "\($0)" } == ["classic", "current"]) }

  @Test("two threads that choose and read at once agree")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let seen = Locked<Set<Era>>([])
      onThreads(8) { index in
        let era: Era
        if index % 2 == 0 {
          try? Era.choose(index % 4 == 0 ? .classic : .current)
        }
        era = Era.inForce
        seen.withLock { _ = $0.insert(era) }
      }
      #expect(seen.withLock { $0.count } == 1)
    }
  }
}
