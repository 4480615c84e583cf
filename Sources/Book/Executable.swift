import Console
import Foundation
import Recording

/// The program whose output the pages show: `workbench`, as it was built.
enum Executable {
  /// What a run printed, standard output and standard error in the order they came, and how it ended.
  struct Outcome: Sendable {
    var lines: [String]
    /// The exit code, or 128 and the signal's number, as a shell counts.
    var exitCode: Int
  }

  /// It is beside this program; where tests run in a bundle, beside that.
  static func url() throws(Unreadable) -> URL {
    #if os(Linux)
      let place = thisProgram.deletingLastPathComponent()
    #else
      let place = Bundle(for: Marker.self).bundleURL
    #endif
    let found = [place, place.deletingLastPathComponent()].map { $0.appendingPathComponent("workbench") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else {
      throw Unreadable("\(place.path) has no workbench. Run 'swift build --product workbench' first.")
    }
    return found
  }

  private final class Marker {}

  static func run(_ arguments: [String]) throws -> Outcome {
    let run = try TimedProcess.run(try url(), arguments, in: Repository.root, surroundings, seconds: 60)
    var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return Outcome(lines: lines, exitCode: (run.wasSignalled ? 128 : 0) + Int(run.status))
  }

  /// What `scenarios run --all` records.
  static func recordings() throws -> [RecordedRun] {
    let file = TemporaryPlace.new()
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try TimedProcess.run(
      try url(), ["run", "--all", "--quiet", "--record", file.path], surroundings, seconds: 600)
    guard !run.wasTooSlow else { throw Unreadable("'scenarios run --all' did not end: \(run.output)") }
    return try JSONDecoder().decode(RecordingFile.self, from: Data(contentsOf: file)).runs
  }

  /// A terminal of that width, without colours, and a learner who has not begun.
  private static let surroundings = [
    "COLUMNS": "80", "NO_COLOR": "1", "TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": "/dev/null",
  ]
}
