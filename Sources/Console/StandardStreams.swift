// Glibc and Musl declare `stdout` and `stderr` as variables, which Swift takes for state that threads share. Nothing
// assigns to them. Darwin's are no such variables, and @preconcurrency would have no effect there.
#if canImport(Darwin)
  import Foundation
#elseif canImport(Glibc) || canImport(Musl)
  @preconcurrency import Foundation
#else
  #error("Console needs the C library of Darwin, Glibc or Musl")
#endif

/// The C library's streams for output and for errors.
package enum StandardStreams {
  /// Writes what was printed, so that nothing waits in memory while something else is done.
  package static func flush() { fflush(nil) }

  /// Writes what was printed to standard output.
  ///
  /// - Returns: whether all of it could be written, now and before.
  @discardableResult
  static func flushOutput() -> Bool { fflush(stdout) == 0 && ferror(stdout) == 0 }

  /// The same, unless another thread has the stream: then it does nothing, and does not wait.
  package static func flushOutputIfFree() {
    guard ftrylockfile(stdout) == 0 else { return }
    fflush(stdout)
    funlockfile(stdout)
  }

  /// Standard output, for a file that is written to it. From the first use on, what is printed goes to standard error, so
  /// that nothing gets into the file.
  package static let forFile: Int32 = {
    flush()
    // Not in the place of the standard error, if that is closed.
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    if dup2(STDERR_FILENO, STDOUT_FILENO) < 0 { dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) }
    return output
  }()

  /// From now on, each line of standard output is written when it is complete.
  package static func writeOutputByLine() { setvbuf(stdout, nil, _IOLBF, 0) }

  /// Writes a text to standard error. Unlike a `FileHandle`, this does nothing if there is no standard error.
  package static func writeError(_ text: String) { fputs(text, stderr) }
}
