import ManagedObserving
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

extension Trait where Self == Watched {
  /// Lets the watchdog end the process if a test of this suite hangs.
  static var watched: Self {
    _ = atExit
    _ = remarks
    return Watched()
  }
}

/// For the leak check of the tests.
private let atExit = atexit { forgetAllObservations() }

/// The tests drop duplicates on purpose.
private let remarks: Void = Remark.setOff(true)
