import Foundation

/// A lock that reports an error instead of waiting forever.
final class CheckingLock {
  // Behind a pointer, because a mutex must stay where it is.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  /// Runs the body under the lock. Returns why it could not, or nil.
  func withLock(_ body: () -> Void) -> String? {
    let failure = pthread_mutex_lock(mutex)
    if failure != 0 { return String(cString: strerror(failure)) }
    body()
    pthread_mutex_unlock(mutex)
    return nil
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }
}
