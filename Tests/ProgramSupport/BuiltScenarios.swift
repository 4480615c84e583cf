package import Foundation
package import Harness
import TestSupport

/// The programs behind `./scenarios`, run as the script runs them.
package enum BuiltScenarios {
  /// How a run ended, and what it printed.
  package struct Run {
    package let exitCode: Int32
    package let wasSignalled: Bool
    package let output: String
    package let errors: String

    package var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The program with every verb.
  package static var url: URL { get throws { try BuiltProgram.url(of: "workbench") } }

  /// The program that the script starts for these words: the smaller one where it does not hand them over.
  static func url(for words: [String]) throws -> URL {
    let isSmall =
      ["run", "list", "show", "card"].contains(words.first)
      && !words.contains { word in larger.contains { word.hasPrefix($0) } }
    return try isSmall ? BuiltProgram.url(of: "scenarios") : url
  }

  private static let larger = ["-h", "--help", "--version", "--timeline", "--predict", "--step", "--record"]

  /// Runs the program and waits for it.
  package static func run(_ arguments: String...) throws -> Run {
    try run(arguments)
  }

  /// Runs the program and waits for it.
  package static func run(_ arguments: [String]) throws -> Run {
    try run(try url(for: arguments), arguments)
  }

  /// The run of a pitfall with all its acts, made once for all tests that look at it.
  package static func run(of pitfall: Pitfall) throws -> Run { try known.value(for: pitfall.id) }

  private static let known = Memo { (id: String) in try run("run", id) }

  /// Runs a line of the shell, in which `scenarios` is the program.
  package static func shell(_ line: String, within limit: Int = 60) throws -> Run {
    try run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "scenarios() { \"$0\" \"$@\"; }; \(line)", try url.path], within: limit)
  }

  /// Runs the program as in a pipe that is to be so many columns wide.
  package static func run(columns: Int, _ arguments: String...) throws -> Run { try run(columns: columns, arguments) }

  /// Runs the program as in a pipe that is to be so many columns wide.
  package static func run(columns: Int, _ arguments: [String]) throws -> Run {
    try run(try url(for: arguments), arguments, ["COLUMNS": "\(columns)"])
  }

  /// Runs the program on a terminal of so many columns, and returns what the terminal was sent.
  package static func onTerminal(columns: Int, _ arguments: [String]) throws -> String {
    try Terminal.run(try url(for: arguments), arguments, columns: columns).shown
  }

  private static func run(
    _ executable: URL, _ arguments: [String], _ environment: [String: String] = [:], within limit: Int = 60
  ) throws -> Run {
    let child = try ChildProcess.run(executable, arguments, environment: environment, within: limit)
    return Run(
      exitCode: child.status, wasSignalled: child.wasSignalled, output: child.output,
      errors: child.errors)
  }
}
