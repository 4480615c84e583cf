// `stdout` is a variable to Swift, which nobody assigns; hence @preconcurrency.
#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// Prints what went wrong and ends the process, as an Objective-C exception does that nobody catches.
///
/// What the process printed before goes out first, so that a reader at the other end of a pipe sees
/// the story that led here.
package func raise(_ violation: Violation) -> Never {
  fflush(stdout)  // not every stream: a thread that waits for input holds the lock of its own
  var text = Array((violation.report + "\n").utf8)[...]
  while !text.isEmpty {
    let written = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    if written <= 0 { break }
    text = text.dropFirst(written)
  }
  abort()
}

/// Runs a check and ends the process if it finds a violation.
package func raising<Result>(_ check: () throws(Violation) -> Result) -> Result {
  do {
    return try check()
  } catch {
    raise(error)
  }
}
