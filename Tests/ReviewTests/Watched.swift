import TestSupport
import Testing

extension Trait where Self == Watched {
  /// Lets the watchdog end the process if a test of this suite hangs.
  static var watched: Self { Watched() }
}
