public import Synchronization

/// A strong reference that is set at most once and read without a lock.
///
/// The standard library's `AtomicLazyReference` does the same. Its `load` is not inlined, and every set of an
/// observed property needs one.
@usableFromInline struct OnceReference<Object: AnyObject>: ~Copyable {
  // Sound because a reference is retained when it is stored, is stored once, and is released when this struct ends.
  // Code that reads it retains the owner of this struct.
  @usableFromInline let reference = Atomic<Unmanaged<Object>?>(nil)

  @usableFromInline init() {}

  deinit { reference.load(ordering: .acquiring)?.release() }

  @inlinable var isSet: Bool { reference.load(ordering: .acquiring) != nil }

  @usableFromInline var object: Object? { reference.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// The object, created now if there is none. If two threads create one, both get the one that was stored first.
  func object(_ make: () -> Object) -> Object {
    if let object { return object }
    let made = Unmanaged.passRetained(make())
    let (stored, found) = reference.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if !stored { made.release() }
    return (found ?? made).takeUnretainedValue()
  }

  /// Takes the object out. Only for the owner's deinit, when no other thread reads.
  func take() -> Object? { reference.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue() }
}
