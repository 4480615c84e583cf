import Console
import ProgramSupport
import RawObserving
import Testing

@testable import Harness

/// Makes every run of the pitfall for which the test is named, in both eras, and expects each to end as the catalogue
/// says.
func runs(_ test: String = #function, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let id = String(test.prefix { $0 != " " })
  let pitfall = try #require(Pitfall.named(id), "no pitfall is called \(id)", sourceLocation: sourceLocation)
  let plan = Era.allCases.flatMap { PlannedRun.plan(pitfall, pitfall.acts.indices, in: $0) }
  for result in try PitfallRuns.results(of: plan) where !result.isAsExpected {
    let era = "\(result.era)"
    let verdict = Report(Screen()).verdict(of: result).joined(separator: "\n")
    Issue.record(
      """
      act \(result.number), \(era) era: \(result.act.title)
      \(verdict)\(result.outcome.lastMessage.map { "\n  It printed: \($0)" } ?? "")
      './scenarios run \(id)' shows it. Correct the act, or what the catalogue says of it.
      """, sourceLocation: sourceLocation)
  }
}
