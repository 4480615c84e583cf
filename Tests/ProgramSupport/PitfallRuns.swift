package import Harness
import RawObserving
import TestSupport

/// The runs of the acts. Each is made once for all tests that look at it, and not before one does.
///
/// Each is made in a process of its own: some acts die, a process has one era, and the acts on the main actor turn the
/// main thread's run loop.
package enum PitfallRuns {
  private struct Key: Hashable {
    let id: String
    let index: Int
    let era: Era
  }

  /// The results of these runs.
  package static func results(of runs: [PlannedRun]) throws -> [ActResult] {
    try runs.map { try known.value(for: Key(id: $0.pitfall.id, index: $0.index, era: $0.era)) }
  }

  /// The results of every run that the program makes of all pitfalls, in its order.
  package static func all() throws -> [ActResult] {
    try results(of: Pitfall.all.flatMap { PlannedRun.plan($0, $0.acts.indices) })
  }

  private static let known = Memo { (key: Key) in
    let pitfall = Pitfall.named(key.id)!
    let run = PlannedRun(pitfall: pitfall, index: key.index, era: key.era)
    let child = try ChildProcess.run(BuiltScenarios.url(for: run.arguments), run.arguments, output: .together)
    return ActResult(of: run, printed: child.output, status: child.status, wasSignalled: child.wasSignalled)
  }
}
