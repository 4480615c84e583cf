import Foundation

/// How a program ends. The codes are those of BSD's `sysexits.h`.
package enum Ending {
  /// A command line that cannot be understood.
  package static let usage: Int32 = 64
  /// A file that cannot be read.
  package static let input: Int32 = 66
  /// A file that cannot be made.
  package static let cannotCreate: Int32 = 73
  /// Output that cannot be written.
  package static let output: Int32 = 74

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
