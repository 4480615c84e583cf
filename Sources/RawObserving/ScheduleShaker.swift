#if SHAKE_SCHEDULE
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Musl)
    internal import Musl
  #else
    internal import Glibc
  #endif
  internal import Synchronization

  /// Lets another thread run, at times, just before a lock is taken and just after it opens.
  ///
  /// Threads that are left alone meet at the one wrong moment about once in thousands of rounds. Shaken, they
  /// meet there often: what one of them does between two locks is drawn out, and others come in between.
  ///
  /// It is compiled only where `SHAKE_SCHEDULE` is set in the environment of the build, as `make tsan` does,
  /// and it is called in one place, by ``Locked``. What to do is drawn from a generator that each thread has
  /// for itself. The number in `SHAKE_SEED` begins them all, so the same number shakes in the same way, as
  /// far as the operating system lets the threads start in the same order.
  final class ScheduleShaker {
    private static let ofThread = ThreadLocal<ScheduleShaker>()
    private static let threads = Atomic<UInt64>(0)
    private static let seed = getenv("SHAKE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    private var state: UInt64

    private init() {
      let thread = Self.threads.add(1, ordering: .relaxed).newValue
      state = (Self.seed &* 0x9E37_79B9_7F4A_7C15 ^ thread &* 0xD1B5_4A32_D192_ED03) | 1
    }

    static func shake() {
      if ofThread.look({ $0.shake() }) == nil { ofThread.value = ScheduleShaker() }
    }

    /// Yields one time in 32, and sleeps for up to 64 microseconds one time in 256.
    private func shake() {
      // Marsaglia's xorshift: good enough for this, and cheap.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      switch (state >> 40) & 255 {
      case 0: usleep(useconds_t((state >> 52) & 63))
      case 1...8: sched_yield()  // more would let a busy machine starve the threads
      default: break
      }
    }
  }
#endif
