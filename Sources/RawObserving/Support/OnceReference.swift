internal import Synchronization

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
