import Foundation
import Testing

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

  /// Beside the running tests in the build directory.
  static var url: URL {
    get throws {
      #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      #else
        let tests = Bundle(for: Marker.self).bundleURL
      #endif
      let program = tests.deletingLastPathComponent().appendingPathComponent("scenarios")
      try #require(
        FileManager.default.isExecutableFile(atPath: program.path),
        "\(program.path) is not there. Run 'swift build' first.")
      return program
    }
  }

  /// Runs the program and waits for it.
  static func run(_ arguments: String...) throws -> Run {
    try run(arguments)
  }

  /// Runs the program and waits for it.
  static func run(_ arguments: [String]) throws -> Run {
    try run(try url, arguments)
  }

  /// Runs a line of the shell, in which `scenarios` is the program.
  static func shell(_ line: String) throws -> Run {
    try run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "scenarios() { '\(try url.path)' \"$@\"; }; \(line)"])
  }

  private static func run(_ executable: URL, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    // Errors go through a file: two pipes read one after the other could block each other.
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    ended.wait()
    return Run(
      exitCode: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: text, as: UTF8.self),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private final class Marker {}
}
