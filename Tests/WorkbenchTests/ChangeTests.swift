import Console
import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness
@testable import Workbench

/// `make changes` makes every change that a run invites to. Here it is seen to find the changes that are not worth it.
@Suite("Recordings: A change of one line", .watched)
struct ChangeTests {
  @Test("a change that changes nothing is told from one that does")
  func tells() throws {
    let (first, second) = (try #require(Pitfall.named("double-add")), try #require(Pitfall.named("repeated-hook")))
    let checks = try ChangeCheck.all(
      [
        (first, .delete(#"story.say("the date is set once")"#, 1, of: 2)),
        (second, try #require(second.change)),
      ], in: BuiltScenarios.url.deletingLastPathComponent())
    #expect(checks.map(\.isRight) == [false, true])
    #expect(
      checks[0].lines(Screen()) == [
        #"✗ REG-1 double-add: delete story.say("the date is set once")"#,
        "    every act ends as it does without the change",
      ])
    #expect(
      checks[1].lines(Screen()) == [
        #"✓ REG-2 repeated-hook: delete kvoController.unobserve(clock, \.$date)"#,
        "    act 3: the shown view is called 1 time, the hidden view 0 times",
        "      → the shown view is called 1 time, the hidden view 1 time",
      ])
  }

  @Test("a change with which an act hangs, or dies without a message, is not right")
  func silence() throws {
    let pitfall = try #require(Pitfall.named("double-add"))
    let change = try #require(pitfall.change)
    for (outcome, isRight) in [
      (Outcome.failed("not over after 60 seconds"), false), (.died(signal: SIGTRAP, message: ""), false),
      (.died(signal: SIGABRT, message: "*** Terminating app"), true), (.found("something else"), true),
      (.found(pitfall.acts[0].classic.summary), false),
    ] {
      let result = ActResult(pitfall: pitfall, number: 1, era: .classic, lines: [], outcome: outcome)
      #expect(ChangeCheck(pitfall: pitfall, change: change, results: [result]).isRight == isRight, "\(outcome)")
    }
  }

  @Test("a line that is not in the file as often as the catalogue says is an error")
  func missing() throws {
    let pitfall = try #require(Pitfall.named("double-add"))
    let change = try #require(pitfall.change)
    #expect(throws: InputError.self) {
      try ChangeCheck.all([(pitfall, .delete(change.line))], in: BuiltScenarios.url.deletingLastPathComponent())
    }
  }
}
