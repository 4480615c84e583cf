import Console
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

/// The runs of the acts. Each is made once for all tests that look at it, and not before one does.
///
/// Each is made in a process of its own: some acts die, a process has one era, and the acts on the main actor turn the
/// main thread's run loop.
enum PitfallRuns {
  private struct Key: Hashable {
    let id: String
    let act: Int
    let era: Era
  }

  /// The results of these runs.
  static func results(of runs: [PlannedRun]) throws -> [ActResult] {
    try runs.map { try known.value(for: Key(id: $0.pitfall.id, act: $0.act, era: $0.era)) }
  }

  /// The results of every run that the program makes of all pitfalls, in its order.
  static func all() throws -> [ActResult] {
    try results(of: Pitfall.all.flatMap { PlannedRun.plan($0, $0.acts.indices) })
  }

  private static let known = Memo { (key: Key) in
    let pitfall = try #require(Pitfall.named(key.id))
    let run = PlannedRun(pitfall: pitfall, act: key.act, era: key.era)
    let child = try ChildProcess.run(
      Program.url, run.arguments, output: .together)
    return ActResult(of: run, printed: child.output, status: child.status, wasSignalled: child.wasSignalled)
  }
}

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
