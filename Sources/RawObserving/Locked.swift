#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that can be reached only while its lock is held.
///
/// This is the one lock type of the package. It is a pthread mutex and not `Synchronization.Mutex`,
/// because ThreadSanitizer on Linux cannot see the latter and reports races that are none.
///
/// A body passed to ``withLock(_:)`` must not call out: not to an observer, not to a getter, and it
/// must not release the last reference to anything whose `deinit` could come back here.
package final class Locked<State>: @unchecked Sendable {
  // Sound as Sendable: the state is touched by `withLock` alone, which holds the mutex. Both are behind
  // pointers, so that the compiler adds no check of its own to each access.
  private let state: UnsafeMutablePointer<State>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ state: State) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
    mutex = .allocate(capacity: 1)
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "a mutex could not be made")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Runs `body` with the state while no other thread can.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if SHAKE_SCHEDULE  // in builds for tests only: see ScheduleShaker.swift
      ScheduleShaker.shake()
      defer { ScheduleShaker.shake() }
    #endif
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state.pointee)
  }
}
