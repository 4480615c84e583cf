import Foundation
import TestSupport

/// The executable that was built along with these tests.
enum Executable {
  /// What a run printed, standard output and standard error in the order they came, and how it ended.
  struct Outcome: Sendable {
    var lines: [String]
    /// The exit code, or 128 and the signal's number, as a shell counts.
    var exitCode: Int
  }

  static func url() throws(Unreadable) -> URL {
    do throws(BuiltProgram.Missing) { return try BuiltProgram.url(of: "workbench") } catch {
      throw Unreadable(error.description)
    }
  }

  static func run(_ arguments: [String]) throws -> Outcome {
    let child = try ChildProcess.run(
      try url(), arguments,
      environment: ["COLUMNS": "80"],  // as on a terminal of that width
      in: Repository.root, output: .together)
    var lines = child.output
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return Outcome(lines: lines, exitCode: (child.wasSignalled ? 128 : 0) + Int(child.status))
  }
}
