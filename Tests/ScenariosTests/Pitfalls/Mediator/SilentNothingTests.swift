import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-10 silent nothing", .watched)
struct SilentNothingTests {
  private let heard = Locked<[String]>([])

  private let clock = Clock()
  private let view = Recorder()

  @Test("here: as the original; the tokens tell")
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

  @Test("here: the token is not active where there is no object")
  func noObject() {
    let none: Clock? = nil
    #expect(!view.kvoController.observe(none, \.$date) { _, _, _ in Issue.record("called") }.isActive)
  }

  @Test("here: the token is not active where the key path is observed already, and the first one stays")
  func alreadyObserved() {
    var calls: [String] = []
    let first = view.kvoController.observe(clock, \.$date) { _, _, _ in calls.append("1st") }
    let second = view.kvoController.observe(clock, keyPath: "date") { _, _, _ in calls.append("2nd") }
    #expect(first.isActive && !second.isActive)
    clock.date = 1
    #expect(calls == ["1st"])
  }
}
