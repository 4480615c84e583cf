#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Glibc)
  internal import Glibc
#else
  #error("RawObserving needs the C library of Darwin, Glibc or Musl")
#endif

/// An integer of which every thread has its own; 0 until the thread sets it.
package struct ThreadInteger: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-specific storage left")
    self.key = key
  }

  package var value: Int {
    // The integer stands in the place of an address. Nothing follows it.
    get { Int(bitPattern: pthread_getspecific(key)) }
    nonmutating set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }
}
