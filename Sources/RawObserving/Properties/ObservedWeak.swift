/// Makes a weak property of a ``KeyValueObject`` observable. The death of the object it holds is announced like any
/// other change.
///
///     final class ClockView: KeyValueObject {
///       @ObservedWeak var clock: Clock?
///     }
///
/// A property declared with `weak var` becomes nil in silence, here and on Apple's systems: no setter runs, so
/// nothing is announced, and an observer of `clock.date` waits for a clock that is gone.
///
/// The announcement of a death
/// - is a setting with a new value of nil, for the key, for each path through it and each key that depends on it;
/// - carries **no old value**, even if one was asked for: the object is in its deinit and cannot be retained;
/// - runs **on the thread on which the object dies**, with no lock held, after the deinit bodies of the object's
///   classes. The call before the change (`.prior`) runs then too, and finds the property nil;
/// - is not made if the property was set before, if its owner is in its own deinit, or if its key does not notify
///   automatically.
///
/// If several weak properties hold the object, each is announced, in no particular order.
///
/// Unlike other properties, this one may be read and set on any thread without a lock of yours, because a death can
/// happen on any thread. What observers are told is read on the thread of the death too: all of `desk.clock.date`. If
/// a last reference may be released on one thread while another sets one of the *other* properties of the path, take
/// a lock of your own around both.
///
/// It holds a ``KeyValueObject``, because no other object tells of its death. For a protocol, write `protocol
/// ClockDelegate: KeyValueObject`, and `@ObservedWeak var delegate: (any ClockDelegate)?`.
@propertyWrapper public struct ObservedWeak<Object> {
  let slot: WeakSlot

  /// Creates a property with its first object. That is not a change.
  public init(wrappedValue: Object?) {
    slot = WeakSlot(Self.observable(wrappedValue), holding: Object?.self) {
      (converted($0) as Object??) != nil && (converted($0) as KeyValueObject??) != nil
    }
  }

  /// The object, read and written without an announcement. The death of an object that is written here is announced
  /// only after the next set or registration.
  public var storedValue: Object? {
    get { slot.current as? Object }
    nonmutating set { slot.store(Self.observable(newValue)) }
  }

  /// The object as one whose death can be announced.
  private static func observable(_ object: Object?) -> KeyValueObject? {
    guard let object else { return nil }
    guard let observable = object as? KeyValueObject else {
      terminate(
        .invalidArgument(
          """
          @ObservedWeak cannot hold an instance of \(type(of: object as Any)), because only a KeyValueObject tells \
          of its death. Inherit from KeyValueObject; declare a protocol with ": KeyValueObject".
          """))
    }
    return observable
  }

  /// Unavailable: the wrapper needs the object that it is part of.
  @available(*, unavailable, message: "@ObservedWeak works in classes that inherit from KeyValueObject")
  public var wrappedValue: Object? {
    get { fatalError("unavailable") }
    nonmutating set { fatalError("unavailable: \(String(describing: newValue))") }
  }

  /// Unavailable: the wrapper needs the object that it is part of.
  @available(*, unavailable, message: "@ObservedWeak works in classes that inherit from KeyValueObject")
  public var projectedValue: Property<Object?> { fatalError("unavailable") }

  /// The value of the property: what reading and writing `clock` does.
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance owner: Owner, wrapped property: ReferenceWritableKeyPath<Owner, Object?>,
    storage storage: ReferenceWritableKeyPath<Owner, ObservedWeak<Object>>
  ) -> Object? {
    get { owner[keyPath: storage].slot.current as? Object }
    set { owner.setWeakly(observable(newValue), in: owner[keyPath: storage].slot, announcing: true) }
  }

  /// The property itself: what `$clock` is.
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance owner: Owner, projected property: KeyPath<Owner, Property<Object?>>,
    storage storage: ReferenceWritableKeyPath<Owner, ObservedWeak<Object>>
  ) -> Property<Object?> { Property(of: owner[keyPath: storage].slot) }
}
