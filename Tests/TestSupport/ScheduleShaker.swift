#if SHAKE_SCHEDULE
  import Foundation
  import RawObserving
  import Synchronization

  /// Now and then lets another thread run just before a lock is taken and just after it is released.
  ///
  /// Without it, two threads meet at the one wrong moment about once in thousands of rounds. With it, they meet there
  /// often.
  ///
  /// It is compiled only if `SHAKE_SCHEDULE` is set in the environment of the build, as `make tsan` does. Each thread
  /// draws from its own generator. The number in `SHAKE_SEED` starts them all, so the same number shakes the same way, as
  /// far as the operating system starts the threads in the same order.
  enum ScheduleShaker {
    /// Has every lock shake from now on. Called by ``Watched``, before the first test.
    static let install: Void = { shakeSchedule = { shake() } }()

    private final class Generator {
      var state: UInt64
      init(_ state: UInt64) { self.state = state }
    }

    private static let generators = ThreadLocal<Generator>()
    private static let threads = Atomic<UInt64>(0)
    private static let seed = ProcessInfo.processInfo.environment["SHAKE_SEED"].flatMap(UInt64.init) ?? 1

    /// Yields one time in 32, and sleeps for up to 64 microseconds one time in 256.
    private static func shake() {
      let generator = generators.object {
        let thread = threads.add(1, ordering: .relaxed).newValue
        return Generator((seed &* 0x9E37_79B9_7F4A_7C15 ^ thread &* 0xD1B5_4A32_D192_ED03) | 1)
      }
      var state = generator.state
      // Marsaglia's xorshift: good enough for this, and cheap.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      generator.state = state
      switch (state >> 40) & 255 {
      case 0: usleep(useconds_t((state >> 52) & 63))
      case 1...8: sched_yield()  // more would let a busy machine starve the threads
      default: break
      }
    }
  }
#endif
