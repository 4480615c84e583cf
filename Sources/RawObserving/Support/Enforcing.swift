// `stdout` of Glibc and of Musl is a variable to Swift, and nothing assigns it; hence @preconcurrency. Darwin's is none.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#else
  #error("RawObserving needs the C library of Darwin, Glibc or Musl")
#endif

/// Runs a check, and ends the process if the check throws a violation.
package func enforcing<Result>(_ check: () throws(Violation) -> Result) -> Result {
  do { return try check() } catch { terminate(error) }
}

/// Prints the violation and ends the process, as an uncaught Objective-C exception does.
///
/// Standard output is flushed first, so that a reader at the other end of a pipe sees what led here.
package func terminate(_ violation: Violation) -> Never {
  Recording.report(EngineEvent.raises(violation))
  fflush(stdout)  // not all streams: a thread that waits for input holds the lock of its stream
  var text = Array((violation.report + "\n").utf8)[...]
  while !text.isEmpty {
    let written = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    if written <= 0 { break }
    text = text.dropFirst(written)
  }
  abort()
}
