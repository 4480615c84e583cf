import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

/// The built `scenarios`, run as a person would.
enum Program {
  /// How a run ended, and what it printed.
  struct Run {
    let exitCode: Int32
    let wasSignalled: Bool
    let output: String
    let errors: String

    var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static var url: URL { get throws { try BuiltProgram.url(of: "workbench") } }

  /// Runs the program and waits for it.
  static func run(_ arguments: String...) throws -> Run {
    try run(arguments)
  }

  /// Runs the program and waits for it.
  static func run(_ arguments: [String]) throws -> Run {
    try run(try url, arguments)
  }

  /// The run of a pitfall with all its acts, made once for all tests that look at it.
  static func run(of pitfall: Pitfall) throws -> Run { try known.value(for: pitfall.id) }

  private static let known = Memo { (id: String) in try run("run", id) }

  /// Runs a line of the shell, in which `scenarios` is the program.
  static func shell(_ line: String, within limit: Int = 60) throws -> Run {
    try run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "scenarios() { \"$0\" \"$@\"; }; \(line)", try url.path], within: limit)
  }

  /// Runs the program as in a pipe that is to be so many columns wide.
  static func run(columns: Int, _ arguments: String...) throws -> Run { try run(columns: columns, arguments) }

  /// Runs the program as in a pipe that is to be so many columns wide.
  static func run(columns: Int, _ arguments: [String]) throws -> Run {
    try run(try url, arguments, ["COLUMNS": "\(columns)"])
  }

  /// Runs the program on a terminal of so many columns, and returns what the terminal was sent.
  static func onTerminal(columns: Int, _ arguments: [String]) throws -> String {
    try Terminal.run(try url, arguments, columns: columns).shown
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
