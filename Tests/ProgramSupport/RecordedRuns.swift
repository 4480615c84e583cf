import Foundation
package import Recording
import TestSupport

/// The recordings that the tests look at.
package enum RecordedRuns {
  /// One of each act in each era that tells of it.
  package static var all: [RecordedRun] { get throws { try decoded.get() } }

  private static let decoded = Result {
    try JSONDecoder().decode(RecordingFile.self, from: AllRuns.recordings(of: BuiltScenarios.url)).runs
  }

  /// The recordings that a command writes to standard output.
  package static func of(_ arguments: String...) throws -> [RecordedRun] {
    let run = try BuiltScenarios.run(arguments + ["--record", "-"])
    return try JSONDecoder().decode(RecordingFile.self, from: Data(run.output.utf8)).runs
  }
}

extension RecordedRun {
  package var name: String { "\(pitfall) \(act), \(era)" }
}
