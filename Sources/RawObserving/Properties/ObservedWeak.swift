/// Makes a weak property of a ``KeyValueObject`` observable, and announces the deallocation of the object that it
/// holds.
///
///     final class ClockView: KeyValueObject {
///       @ObservedWeak var clock: Clock?
///     }
///
/// A property declared with `weak var` becomes nil in silence, here and on Apple's systems: no setter runs, so nothing
/// is announced. An observer of `clock.date` is not called when the clock is deallocated.
///
/// The announcement of a deallocation
/// - is a setting to nil, for the key, for each path through it and for each key that depends on it;
/// - carries **no old value**, even if one was asked for: the object is in its deinit and cannot be retained;
/// - runs **on the thread that deallocates the object**, with no lock held, after the deinit bodies of the object's
///   classes. The call before the change (`.prior`) runs there too, and finds the property nil. An object is deallocated
///   where its last reference is released. That may be another thread than that of the model, even if nothing is
///   declared `@unchecked Sendable`: a detached task may release the last reference to a main-actor object that owns it.
///   If the observers belong to the main actor, observe through a controller with `on: .shared`, or declare an
///   `isolated deinit` in the class that owns the object;
/// - waits, if a change in place such as `list.items.removeAll()` releases the object, until that change is over: its
///   value cannot be read before. If several such changes are under way in the task, or on the thread, it waits for all
///   of them. The change is made then, so an observer that was added meanwhile is called too;
/// - is not made if the property has been set to another object before, if the property's owner is in its own deinit,
///   or if the key does not notify automatically.
///
/// If several weak properties hold the object, each is announced, in no particular order.
///
/// Unlike other properties, this one may be read and set on any thread without a lock of your own, because an object
/// can be deallocated on any thread. That thread also reads the values for the observers, such as `desk.clock.date`. If
/// one thread may release the last reference to the object while another sets one of the *other* properties of the
/// path, take a lock of your own around both.
///
/// It holds a ``KeyValueObject``, because the deallocation of another object cannot be noticed. For a protocol, write
/// `protocol ClockDelegate: KeyValueObject`, and `@ObservedWeak var delegate: (any ClockDelegate)?`.
@propertyWrapper public struct ObservedWeak<Object> {
  let slot: WeakSlot

  /// Creates a property with its first object. That is not a change.
  public init(wrappedValue: Object?) {
    slot = WeakSlot(Self.observable(wrappedValue), holding: Object?.self) {
      (converted($0) as Object??) != nil && (converted($0) as KeyValueObject??) != nil
    }
  }

  /// The object, read and written without an announcement. The deallocation of an object that you write here is
  /// announced only after the next set or registration.
  public var storedValue: Object? {
    get { slot.current as? Object }
    nonmutating set { slot.store(Self.observable(newValue)) }
  }

  /// The object as one whose deallocation can be announced. Ends the process if it is not a `KeyValueObject`.
  private static func observable(_ object: Object?) -> KeyValueObject? {
    guard let object else { return nil }
    guard let observable = object as? KeyValueObject else {
      terminate(
        .undeclared(
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

  /// The value of the property, for reading and writing `clock`.
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance owner: Owner, wrapped property: ReferenceWritableKeyPath<Owner, Object?>,
    storage storage: ReferenceWritableKeyPath<Owner, ObservedWeak<Object>>
  ) -> Object? {
    get { owner[keyPath: storage].slot.current as? Object }
    set { owner.setWeakly(observable(newValue), in: owner[keyPath: storage].slot, announcing: true) }
  }

  /// The property itself, for `$clock`.
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance owner: Owner, projected property: KeyPath<Owner, Property<Object?>>,
    storage storage: ReferenceWritableKeyPath<Owner, ObservedWeak<Object>>
  ) -> Property<Object?> { Property(of: owner[keyPath: storage].slot) }
}

extension ObservedWeak: ObservedWrapper { var anySlot: AnySlot? { slot } }
