import Foundation
import Testing

@testable import Scenarios

/// The scheduler alone, with stories that are made up. `make schedules` plays the real ones.
@Suite("Schedules of two threads", .watched)
struct ScheduleTests {
  /// A schedule in one line: each step with its thread.
  private final class Written: @unchecked Sendable {  // one thread runs at a time
    var steps: [String] = []
    var counter = 0

    func add(_ event: ScheduleTurns.Event) {
      switch event {
      case .goesOn(let thread, _): steps.append(thread.rawValue)
      case .stops(let text): steps[steps.count - 1] += text
      }
    }

    var line: String { steps.joined(separator: " ") }
  }

  /// All schedules of two threads with so many steps. A thread ends with its last step.
  private func schedules(_ a: Int, _ b: Int, from first: [ScheduleThread] = []) -> [String] {
    var lines: [String] = []
    ScheduleTurns.playAll(from: first) {
      let written = Written()
      return (
        { for step in 1..<a { ScheduleTurns.point("\(step)") } },
        { for step in 1..<b { ScheduleTurns.point("\(step)") } },
        { written.add($0) }, { lines.append(written.line) }
      )
    }
    return lines
  }

  @Test(
    "of threads with n and m steps there are n + m over n schedules, each played once",
    arguments: [(1, 1, 2), (2, 1, 3), (2, 2, 6), (3, 4, 35), (4, 4, 70)])
  func count(_ a: Int, _ b: Int, _ expected: Int) {
    let all = schedules(a, b)
    #expect(all.count == expected)
    #expect(Set(all).count == expected)
    for line in all { #expect(line.split(separator: " ").count == a + b) }
  }

  @Test("the schedules come in one order, A before B, and are the same in every run")
  func order() {
    let expected = [
      "A1 Aends B1 Bends", "A1 B1 Aends Bends", "A1 B1 Bends Aends", "B1 A1 Aends Bends", "B1 A1 Bends Aends",
      "B1 Bends A1 Aends",
    ]
    #expect(schedules(2, 2) == expected)
    #expect(schedules(2, 2) == expected)
  }

  @Test("the search goes on from any schedule as if it had played those before")
  func goesOn() throws {
    let all = schedules(2, 2)
    for (word, index) in [("AA", 0), ("ABA", 1), ("ABB", 2), ("BAA", 3), ("BAB", 4), ("BB", 5)] {
      let first = try #require([ScheduleThread](word: word))
      #expect(schedules(2, 2, from: first) == Array(all[index...]))
    }
    #expect([ScheduleThread](word: "AXB") == nil)
  }

  @Test("two threads that read a counter and write it back lose an update in four of six schedules")
  func lostUpdate() {
    var ends: [Int] = []
    ScheduleTurns.playAll {
      let written = Written()
      let add: @Sendable () -> Void = {
        let read = written.counter
        ScheduleTurns.point("has read")
        written.counter = read + 1
      }
      return (add, add, { _ in }, { ends.append(written.counter) })
    }
    #expect(ends == [2, 1, 1, 1, 1, 2])
  }

  @Test("a point on a thread of no schedule does nothing")
  func otherThread() { ScheduleTurns.point("nothing") }
}
