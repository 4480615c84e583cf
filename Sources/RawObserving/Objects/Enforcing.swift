// `stdout` of Glibc and of Musl is a variable to Swift, and nothing assigns it; hence @preconcurrency. Darwin's is none.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Glibc)
  @unsafe @preconcurrency import Glibc
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
  EventProbe.end(with: violation)
  unsafe fflush(stdout)  // not all streams: a thread that waits for input holds the lock of its stream
  var text = Array((violation.report + "\n").utf8)[...]
  while !text.isEmpty {
    let written = unsafe text.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    if written <= 0 { break }
    text = text.dropFirst(written)
  }
  abort()
}

/// The value as the type that an accessor or a computed key was declared for.
///
/// Ends the process if it is of another type, because the class declared the accessor for another class or for other
/// elements than its property has.
func castOrTerminate<Value>(_ value: Any) -> Value {
  guard let value = value as? Value else {
    terminate(
      .undeclared(
        "An accessor or a computed key was declared for \(Value.self), and is used with "
          + "\(type(of: value)). Declare it for that, or pass \(Value.self)."))
  }
  return value
}
