import Foundation
import TestSupport
import Testing

/// A story of the program `build-steps`, and how it has to end.
struct Story: Sendable, CustomTestStringConvertible {
  let step: Int
  let name: String
  /// The signal that ends the process; nil if the story runs to its end.
  var signal: Int32?
  /// What has to be printed.
  let words: [String]
  /// What must not be printed.
  var absent: [String] = []

  var testDescription: String { "\(step) \(name)" }

  /// The program beside the running tests in the build directory.
  static var program: URL {
    get throws {
      #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      #else
        let tests = Bundle(for: Marker.self).bundleURL
      #endif
      let program = tests.deletingLastPathComponent().appendingPathComponent("build-steps")
      try #require(
        FileManager.default.isExecutableFile(atPath: program.path),
        "\(program.path) is not there. Run 'swift build --build-tests' first.")
      return program
    }
  }

  private final class Marker {}

  static func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(
      try program, arguments, environment: ["SWIFT_BACKTRACE": "enable=no"], output: .together)
  }

  func run() throws -> ChildProcess { try Self.run("\(step)", name) }
}
