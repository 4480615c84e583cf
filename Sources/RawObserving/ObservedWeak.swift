/// Makes a weak property of a ``KeyValueObject`` observable: it holds its object weakly, and the death of the
/// object is announced like any other change.
///
///     final class ClockView: KeyValueObject {
///       @ObservedWeak var clock: Clock?
///     }
///
/// A property declared with `weak var` becomes nil in silence, here and on Apple's systems: nobody sets it, so
/// nobody announces it, and whoever observes `clock.date` goes on waiting for a clock that is gone. (A wrapper
/// cannot be put on a `weak var` either; so this one holds weakly itself.)
///
/// The report of a death
/// - is a setting with a new value of nil, for the key, for each path through it and each key that depends on it;
/// - has **no old value**, also for those who asked for one: the object is in its deinit, and nobody may hold it
///   any more;
/// - comes **on the thread on which the object dies**, which is the one that let go of it last, with no lock held,
///   after the deinit bodies of the object's classes. The call before the change (`.prior`) comes then, too, and
///   finds the property nil already;
/// - does not come where the property was set before, to nil or to another object, where its owner is in its own
///   deinit, and for a key that does not notify automatically. Who announces by hand hears of no death.
///
/// If several weak properties hold the object, each is reported, in no particular order.
///
/// Unlike other properties this one may be read and set on any thread without a lock of yours, because a death
/// can happen on any thread; each read and each set takes a lock of its own for a moment. But what observers are
/// told is read where the object dies, too: of `desk.clock.date`, all three. So where a last reference may go on one
/// thread while another sets one of the *other* properties of the path, take a lock of yours around both.
///
/// It holds only a ``KeyValueObject``, for no other object tells of its death. That an object is asked to tell costs
/// something only while somebody observes the property.
@propertyWrapper
public struct ObservedWeak<Object: KeyValueObject> {
  // The only part, so that its place is the wrapper's.
  @usableFromInline var stored: WeakStorage

  /// Makes a property with its first object; making it is not a change.
  @inlinable public init(wrappedValue: Object?) {
    stored = WeakStorage(wrappedValue)
  }

  /// Not to be had: the wrapper needs the object it is part of.
  @available(
    *, unavailable, message: "@ObservedWeak works in classes that inherit from KeyValueObject"
  )
  public var wrappedValue: Object? {
    get { fatalError("unavailable") }
    set { fatalError("unavailable: \(String(describing: newValue))") }
  }

  /// What reading and writing the property does.
  @inlinable
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance owner: Owner,
    wrapped property: @autoclosure () -> ReferenceWritableKeyPath<Owner, Object?>,
    storage storage: ReferenceWritableKeyPath<Owner, ObservedWeak<Object>>
  ) -> Object? {
    get {
      if owner.hasBeenObserved && KeyPathNaming.isUnderWay {
        KeyPathNaming.note(owner, property(), weakAt: place(in: owner, storage))
      }
      WeakStorage.lock()
      defer { WeakStorage.unlock() }
      // Sound because only objects of this type are stored.
      return owner[keyPath: storage].stored.object.map { unsafeDowncast($0, to: Object.self) }
    }
    set {
      owner.setWeakProperty(at: place(in: owner, storage), to: newValue)
    }
  }

  /// Where the property is stored. The pointer may be followed while the owner is held.
  @inlinable @inline(__always)
  static func place<Owner: KeyValueObject>(
    in owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, ObservedWeak<Object>>
  ) -> UnsafeMutablePointer<WeakStorage> {
    // To the compiler this is a change of the property, so other threads must be kept out.
    WeakStorage.lock()
    defer { WeakStorage.unlock() }
    return withUnsafeMutablePointer(to: &owner[keyPath: storage].stored) { $0 }
  }
}
