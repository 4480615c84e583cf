import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-10 silent nothing", .watched)
struct SilentNothingTests {
  private let heard = Locked<[String]>([])

  private let clock = Clock()
  private let view = Recorder()

  @Test("here: as the original, unless one asks; the tokens tell")
  func tokens() {
    let none: Clock? = nil
    var calls: [String] = []
    let clocks: [Clock?] = [none, clock, clock]
    let tokens = clocks.enumerated().map { index, clock in
      view.kvoController.observe(clock, \.$date) { _, _, _ in calls.append("\(index)") }
    }
    clock.date = 1
    #expect(calls == ["1"])
    #expect(tokens.map(\.isActive) == [false, true, false])
  }

  @Test("here: 'report' throws where there is no object")
  func noObject() {
    let none: Clock? = nil
    #expect(throws: ObservationError.noObject) {
      try view.kvoController.observe(none, \.$date, duplicates: .report) { _, _, _ in }
    }
  }

  @Test("here: 'report' throws where the key path is observed already, and the first one stays")
  func alreadyObserved() throws {
    var calls: [String] = []
    try view.kvoController.observe(clock, \.$date, duplicates: .report) { _, _, _ in
      calls.append("1st")
    }
    #expect(throws: ObservationError.alreadyObserved(keyPath: "date")) {
      try view.kvoController.observe(clock, \.$date, duplicates: .report) { _, _, _ in
        calls.append("2nd")
      }
    }
    clock.date = 1
    #expect(calls == ["1st"])
  }
}
