#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Glibc)
  internal import Glibc
#else
  #error("RawObserving needs the C library of Darwin, Glibc or Musl")
#endif

/// A value that can be reached only while its lock is held.
///
/// This is the package's one lock type. It is a pthread mutex and not `Synchronization.Mutex`, because
/// ThreadSanitizer on Linux does not understand the latter and reports races where there are none.
///
/// A body passed to ``withLock(_:)`` must not call an observer or a getter. It must not release the last reference to
/// an object whose deinit could take the same lock.
package final class Locked<State>: @unchecked Sendable {
  // Sound as Sendable: only `withLock` touches the state, and it holds the mutex. Both are behind a pointer, because a
  // mutex must not move, and so that the compiler adds no exclusivity check to each access.
  private let storage: UnsafeMutablePointer<(state: State, mutex: pthread_mutex_t)>

  package init(_ state: State) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: (state, pthread_mutex_t()))
    let failure = pthread_mutex_init(&storage.pointee.mutex, nil)
    precondition(failure == 0, "a mutex could not be made")
  }

  deinit {
    pthread_mutex_destroy(&storage.pointee.mutex)
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// Runs the body with the state, under the lock.
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    #if SHAKE_SCHEDULE
      shakeSchedule()
      defer { shakeSchedule() }
    #endif
    pthread_mutex_lock(&storage.pointee.mutex)
    defer { pthread_mutex_unlock(&storage.pointee.mutex) }
    return try body(&storage.pointee.state)
  }
}

/// An integer that is separate for each thread; 0 until the thread sets it.
package struct ThreadInteger: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-specific storage left")
    self.key = key
  }

  package var value: Int {
    // The integer is stored in place of an address, which is never dereferenced.
    get { Int(bitPattern: pthread_getspecific(key)) }
    nonmutating set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }
}

#if SHAKE_SCHEDULE
  /// Called before a lock is taken and after it is released, in builds for tests only.
  // Sound because the tests set it once, before they start a thread.
  package nonisolated(unsafe) var shakeSchedule: @Sendable () -> Void = {}
#endif
