internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Glibc)
  internal import Glibc
#else
  #error("RawObserving needs the C library of Darwin, Glibc or Musl")
#endif

/// A value that can be reached only while its lock is held, like `Synchronization.Mutex`, with the same signatures.
///
/// This is the package's one lock type. It is a pthread mutex and not a `Mutex`, because ThreadSanitizer on Linux does
/// not understand the latter and reports races where there are none. It is a class, because a pthread mutex must not
/// move.
///
/// A body passed to ``withLock(_:)`` must not call an observer or a getter. It must not release the last reference to
/// an object whose deinit could take the same lock.
///
/// The state must not be empty: Swift places an empty one where the object begins, and ThreadSanitizer reports the
/// access as a race with a read of the object's class.
// Sound as Sendable: the state was sent here, only the two functions below touch it, and they hold the mutex.
@safe @usableFromInline package final class Locked<State>: @unchecked Sendable {
  // Unchecked, because the lock excludes what Swift's own check would look for at each access.
  @usableFromInline @exclusivity(unchecked) var state: State
  // Behind a pointer, because a mutex must not move.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package convenience init(_ state: consuming sending State) { self.init(uncheckedState: state) }

  /// For a state that is also reachable elsewhere: see ``withLockUnchecked(_:)``.
  package init(uncheckedState state: consuming State) {
    unsafe self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let failure = unsafe pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "a mutex could not be made")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs the body with the state, under the lock. What it returns is no longer part of the state, or is `Sendable`.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try unsafe body(&state)
  }

  /// Runs the body with the state, under the lock. The compiler does not check that what it returns may leave the lock.
  ///
  /// For objects that are not `Sendable` and are used on any thread by contract: the observers, associated objects and
  /// handlers that a program passes to this package.
  @inlinable package func withLockUnchecked<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    lock()
    defer { unlock() }
    return try unsafe body(&state)
  }

  @usableFromInline func lock() {
    #if SHAKE_SCHEDULE
      unsafe shakeSchedule()
    #endif
    unsafe pthread_mutex_lock(mutex)
  }

  @usableFromInline func unlock() {
    unsafe pthread_mutex_unlock(mutex)
    #if SHAKE_SCHEDULE
      unsafe shakeSchedule()
    #endif
  }
}

/// An object of each thread's own, made when the thread first asks for it, and released when the thread ends.
package struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { object in
      // Sound because only `object(_:)` stores a pointer, to an object that it has retained.
      #if canImport(Darwin)
        unsafe Unmanaged<AnyObject>.fromOpaque(object).release()
      #else
        if let object = unsafe object { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }
      #endif
    }
    precondition(failure == 0, "no thread-specific storage left")
    self.key = key
  }

  /// This thread's object, made now if there is none.
  package func object(orMake make: () -> Object) -> Object {
    // Sound as above. The thread itself retains the object.
    if let existing = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<Object>.fromOpaque(existing).takeUnretainedValue()
    }
    let made = make()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }
}

/// Shows nothing of the state. A mirror, and so `dump` and a failed expectation, would read it without the lock.
extension Locked: CustomReflectable {
  @usableFromInline package var customMirror: Mirror { Mirror(self, children: []) }
}

#if SHAKE_SCHEDULE
  /// Called before a lock is taken and after it is released, in builds for tests only.
  // Sound because the tests set it once, before they start a thread.
  package nonisolated(unsafe) var shakeSchedule: @Sendable () -> Void = {}
#endif

/// A reference that is set once, on any thread, and cleared at most once.
///
/// `AtomicLazyReference` cannot be cleared. After its owner's deinit it still holds the address of a released object.
// Safe because the reference is retained from the time it is set until it is cleared.
@safe struct OnceReference<Object: AnyObject>: ~Copyable {
  private let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  /// The object; nil before it is set, and after it is cleared.
  var object: Object? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Sets the object, unless another one has been set before. Returns the one that is set.
  func setIfNil(_ object: Object) -> Object {
    let new = unsafe Unmanaged.passRetained(object)
    let found = unsafe reference.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing).original
    guard let other = unsafe found else { return object }
    unsafe new.release()
    return unsafe other.takeUnretainedValue()
  }

  /// Releases the object. No other thread may use this reference meanwhile.
  func clear() { unsafe reference.exchange(nil, ordering: .acquiringAndReleasing)?.release() }
}
