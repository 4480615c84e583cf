import Foundation
import TestSupport

@testable import Pictures
@testable import Recording
@testable import Scenarios

/// The recordings that the tests look at.
enum RecordedRuns {
  /// One of each act in each era that tells of it.
  static var all: [RecordedRun] { get throws { try decoded.get() } }

  private static let decoded = Result {
    try JSONDecoder().decode(RecordingFile.self, from: AllRuns.recordings(of: Program.url)).runs
  }

  /// The recordings that a command writes to standard output.
  static func of(_ arguments: String...) throws -> [RecordedRun] {
    let run = try Program.run(arguments + ["--record", "-"])
    return try JSONDecoder().decode(RecordingFile.self, from: Data(run.output.utf8)).runs
  }
}

extension RecordedRun {
  var name: String { "\(pitfall) \(act), \(era)" }
}
