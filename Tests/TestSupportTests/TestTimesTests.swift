import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("The times of tests", .watched)
struct TestTimesTests {
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  private static let pause = Duration.milliseconds(200)

  /// Does work that takes until another test has asked for what this one has, and a pause longer.
  private func hold(_ begun: Flag, until asked: Flag) async throws {
    begun.set()
    await waitUntil { asked.isSet }
    try await Task.sleep(for: Self.pause)
  }

  @Test("the wait for a turn is left out")
  func turn() async throws {
    let (turns, begun, asked) = (Turns(1), Flag(), Flag())
    let other = Task { try await turns.take { _ in try await hold(begun, until: asked) } }
    await waitUntil { begun.isSet }
    let start = ContinuousClock.now
    asked.set()
    var ran = Duration.zero
    try await turns.take { ran = $0.ran }
    #expect(start.duration(to: .now) - ran >= Self.pause)
    try await other.value
  }

  @Test("the wait to lend a turn is left out, and what is done meanwhile is not")
  func lending() async throws {
    let (turns, begun, asked) = (Turns(2, lent: 1), Flag(), Flag())
    let other = Task { try await turns.take { _ in try await turns.waiting { try await hold(begun, until: asked) } } }
    await waitUntil { begun.isSet }
    try await turns.take { turn in
      let start = ContinuousClock.now
      asked.set()
      try await turns.waiting { try await Task.sleep(for: Self.pause) }
      let ran = turn.ran
      #expect(ran >= Self.pause && start.duration(to: .now) - ran >= Self.pause)
    }
    try await other.value
  }

  @Test("the ten slowest are printed, the slowest first, and the cases of a test are added up")
  func report() {
    let times = TestTimes()
    for seconds in 1...10 { times.add(.seconds(seconds), to: "test \(seconds)") }
    #expect(times.report() == "")
    times.add(.milliseconds(10), to: "test 11")
    times.add(.milliseconds(20_240), to: "test 2")
    let lines = times.report().split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[1] == "   22.24 s  test 2" && lines[2] == "   10.00 s  test 10" && lines[10] == "    1.00 s  test 1")
  }
}
