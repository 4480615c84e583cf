import Foundation

/// How a program ends. The codes are those of BSD's `sysexits.h`.
package enum Ending {
  /// A command line that cannot be understood.
  package static let usage: Int32 = 64
  /// A file that cannot be read.
  package static let input: Int32 = 66
  /// An error that should not be.
  package static let unexpected: Int32 = 70
  /// A program that is not there.
  package static let unavailable: Int32 = 69
  /// A file that cannot be made.
  package static let cannotCreate: Int32 = 73
  /// Output that cannot be written.
  package static let output: Int32 = 74

  /// Prints what an error says, and ends the process with the code that belongs to it.
  package static func fail(_ program: String, _ error: any Error) -> Never {
    switch error {
    case let error as UsageError: fail(program, error.message, code: usage)
    case let error as InputError: fail(program, error.message, code: error.code)
    case let error as OutputError: fail(program, error.message, code: error.code)
    default: fail(program, sentence(about: error), code: code(of: error))
    }
  }

  /// The code of an error that no message was written for: a file is named in most of those of Foundation's.
  private static func code(of error: any Error) -> Int32 {
    switch (error as? CocoaError)?.code.rawValue {
    case 4, .some(256..<512): input  // As FoundationErrors.h numbers them: no such file, and what cannot be read
    case .some(512..<1024): cannotCreate
    default: unexpected
    }
  }

  /// Prints an error, after everything that was printed before, and ends the process. It is one line, which only a
  /// terminal breaks.
  package static func fail(_ program: String, _ message: String, code: Int32) -> Never {
    StandardStreams.flush()
    let line = "\(program): \(message)"
    let lines = Screen.columns(of: STDERR_FILENO).map { wrapped(line, to: $0) } ?? [line]
    StandardStreams.writeError(lines.joined(separator: "\n") + "\n")
    exit(code)
  }

  /// Ends the process if something could not be written. A full disk is noticed here at the latest: `print` keeps
  /// silent about it.
  package static func checkOutput(of program: String) {
    if !StandardStreams.flushOutput() { fail(program, "the output could not be written.", code: output) }
  }
}
