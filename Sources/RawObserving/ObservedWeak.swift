internal import Synchronization

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
///   classes. The call before the change (`.prior`) runs there too, and finds the property nil. An object is
///   deallocated where its last reference is released. That may be another thread than that of the model, even if
///   nothing is declared `@unchecked Sendable`: a detached task may release the last reference to a main-actor object
///   that owns it. If the observers belong to the main actor, observe through a controller with `on: .shared`, or
///   declare an `isolated deinit` in the class that owns the object;
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
  ///
  ///     init(clock: Clock?) { _clock = ObservedWeak(wrappedValue: clock) }
  ///
  /// The compiler calls it for `@ObservedWeak var clock: Clock?`. Call it only in an initializer: later, write
  /// ``storedValue``. It ends the process with a message if the object is not a ``KeyValueObject``.
  ///
  /// - Parameter wrappedValue: the first object, which is not retained.
  public init(wrappedValue: Object?) {
    slot = WeakSlot(Self.observable(wrappedValue), holding: Object?.self) {
      (converted($0) as Object??) != nil && (converted($0) as KeyValueObject??) != nil
    }
  }

  /// The object, read and written without an announcement.
  ///
  /// > Important: The deallocation of an object that you write here is announced only after the next set or
  /// > registration.
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

/// The slot of a weak property. It holds its object weakly, and announces the object's deallocation as a change.
///
/// An object may be deallocated on any thread at any time, so the caller cannot hold a lock for it. Reading and writing
/// therefore take a lock here, one for all weak properties. Nothing is released under it, because the release could be
/// the last one, and a deallocation takes the same lock.
@usableFromInline final class WeakSlot: AnySlot {
  private weak var object: KeyValueObject?
  /// Not nil while the property has registrations and holds an object.
  private var watch: DeathWatch?
  /// How often an object, or nil, has been stored.
  private var stores = 0
  private let type: Any.Type
  private let isAccepted: (Any?) -> Bool

  // The state is never used. It must not be empty.
  private static let gate = Locked(0)

  /// - Parameters:
  ///   - type: the type of the property, for messages.
  ///   - isAccepted: whether the property can hold a value.
  init(_ object: KeyValueObject?, holding type: Any.Type, isAccepted: @escaping (Any?) -> Bool) {
    (self.object, self.type, self.isAccepted) = (object, type, isAccepted)
    if !ChangeInPlace.canCauseDeaths { ChangeInPlace.hasWeakProperty.store(true, ordering: .relaxed) }
  }

  /// The object; nil from the moment its deinit begins.
  var current: KeyValueObject? { Self.gate.withLockUnchecked { _ in object } }

  /// Stores another object, and ends the watch over the previous one.
  func store(_ newObject: KeyValueObject?) {
    var ended: DeathWatch?
    Self.gate.withLockUnchecked { _ in
      object = newObject
      stores += 1
      swap(&watch, &ended)
    }
    withExtendedLifetime(ended) {}  // released here, and not under the lock
  }

  /// Sets up a watch over the object. Returns false if there is a watch, or if another object is stored by now.
  fileprivate func setUp(_ newWatch: DeathWatch, over object: KeyValueObject) -> Bool {
    let (isSetUp, current) = Self.gate.withLockUnchecked { _ in
      let current = self.object
      let isNew = current === object && watch == nil
      if isNew { watch = newWatch }
      return (isNew, current)
    }
    withExtendedLifetime(current) {}  // as above
    return isSetUp
  }

  /// Ends the watch. Returns how often the property has been set; nil if the watch has ended already, because it was
  /// set.
  fileprivate func end(_ watch: DeathWatch) -> Int? {
    var ended: DeathWatch?
    let stores = Self.gate.withLock { _ in
      if self.watch === watch { swap(&self.watch, &ended) }
      return self.stores
    }
    return ended.map { _ in stores }
  }

  /// Whether the property has been set so often, and not again.
  fileprivate func wasLastSet(_ number: Int) -> Bool { Self.gate.withLock { _ in stores == number } }

  // MARK: By name

  override var valueType: Any.Type { type }

  override var anyValue: Any? { current }

  override var isWeak: Bool { true }

  override func isObserved(in object: KeyValueObject) { object.watch(self) }

  override func accepts(_ value: Any?) -> Bool { isAccepted(value) }

  override func set(_ value: Any?, in object: KeyValueObject, announcing: Bool) {
    object.setWeakly(value as? KeyValueObject, in: self, announcing: announcing)
  }
}

/// Shows the object, read under the lock.
extension WeakSlot: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(self, children: ["object": current as Any]) }
}

/// Waits for the deallocation of the object that a weak property holds, and announces it as a change of the property.
///
/// The slot owns the watch. When the property is set, or its owner is deallocated, the watch ends and removes its hook.
/// The watch is the owner of the hook, so an object in two weak properties has two hooks.
private final class DeathWatch {
  private weak let owner: KeyValueObject?
  private weak let object: KeyValueObject?
  private weak let slot: WeakSlot?

  init(of owner: KeyValueObject, over object: KeyValueObject, in slot: WeakSlot) {
    (self.owner, self.object, self.slot) = (owner, object, slot)
  }

  deinit { object?.setDeallocationHook(of: self, to: nil) }

  /// The object is in its deinit, on this thread. No lock is held.
  func objectDies() {
    guard let owner, let slot, let number = slot.end(self) else { return }
    ChangeInPlace.announce(ChangeInPlace.Death { if slot.wasLastSet(number) { owner.announceDeath(in: slot) } })
  }
}

extension KeyValueObject {
  /// Sets a weak property, and announces it if its key notifies automatically.
  func setWeakly(_ object: KeyValueObject?, in slot: WeakSlot, announcing: Bool) {
    var change = announcing ? begin(slot) { slot.current as Any } : nil
    slot.store(object)
    // After the store: a registration that another thread made before it watches the previous object.
    watch(slot)
    if let change = change.take() { end(change, slot) { slot.current as Any } }
    // A route that another thread laid since the first half leads to the previous object.
    guard announcing, let present = receivers(of: slot) else { return }
    enforcing { () throws(Violation) in try continueRoutes(present.routed) }
  }

  /// Announces that the object in a weak property is in its deinit. The property reads nil already.
  fileprivate func announceDeath(in slot: WeakSlot) {
    guard let change = begin(slot, isDeath: true, reading: { KeyValueNull.null }) else { return }
    end(change, slot) { slot.current as Any }
  }

  fileprivate func watch(_ slot: WeakSlot) {
    guard let object = slot.current, receivers(of: slot) != nil else { return }
    let watch = DeathWatch(of: self, over: object, in: slot)
    guard slot.setUp(watch, over: object) else { return }
    // The object is retained here, so it has not been deallocated. The watch is retained too: if another thread sets
    // the property now, the watch removes its hook only after the hook has been set.
    withExtendedLifetime(watch) { _ = object.setDeallocationHook(of: watch) { [weak watch] _ in watch?.objectDies() } }
  }
}
