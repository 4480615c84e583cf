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

  static var program: URL { get throws { try BuiltProgram.url(of: "build-steps") } }

  static func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(
      try program, arguments, environment: ["SWIFT_BACKTRACE": "enable=no"], output: .together)
  }

  func run() throws -> ChildProcess { try Self.run("\(step)", name) }
}
