#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An object of which each thread has its own, or none.
struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key) { pointer in
      // A thread that ends lets go of the object that `value` retained for it. The C libraries import
      // this callback with an optional pointer, and Darwin without.
      #if canImport(Darwin)
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
      #endif
    }
    precondition(failure == 0, "no thread-specific storage left")
    self.key = key
  }

  /// This thread's object. Setting it retains the new one and releases the old one.
  var value: Object? {
    // Sound because only this setter stores a pointer, retained and of this very type.
    get { pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } }
    nonmutating set {
      let old = pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0) }
      pthread_setspecific(key, newValue.map { Unmanaged.passRetained($0).toOpaque() })
      old?.release()
    }
  }
}
