public import Synchronization

/// An object whose properties can be observed, and which can observe others: the root class.
///
/// Declare a property with ``Observed`` and every change of it is announced:
///
///     final class Clock: KeyValueObject {
///       @Observed var date = 0
///     }
///
/// Observing by hand takes three parts that stand apart: ``addObserver(_:forKeyPath:options:context:)``,
/// ``removeObserver(_:forKeyPath:)`` and ``observeValue(forKeyPath:of:change:context:)``. Nothing here
/// keeps anything alive: not the observer, not the observed object, not the context.
///
/// Adding and removing are safe from any thread. Callbacks run on the thread that made the change, and
/// no lock is held while one runs. Properties are not atomic: to set one from two threads, or to read
/// one while another thread sets it, takes a lock of your own.
open class KeyValueObject {
  /// Makes an object that nobody observes.
  public init() {}

  // MARK: The three parts

  /// Registers an observer. Registering the same one twice makes two registrations: each change is
  /// then heard twice, and two removals are needed.
  ///
  /// With `.initial` the callback runs before this call returns, and before the registration is
  /// recorded, as on Apple's systems: a removal inside it raises. A key that the class does not have
  /// is accepted as long as no value is needed.
  ///
  /// - Parameters:
  ///   - observer: who is called; not retained.
  ///   - keyPath: the name of a property of this object, or several with dots in between: `clock.date`
  ///     is the date of this object's clock. `@count` at the end counts an array or a set.
  ///   - options: what each call carries, and which extra calls there are.
  ///   - context: passed back with each call, to tell registrations apart; not retained.
  open func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String,
    options: KeyValueObservingOptions = [], context: UnsafeMutableRawPointer? = nil
  ) {
    raising { () throws(Violation) in
      try register(observer, keyPath: keyPath, options: options, context: context)
    }
  }

  /// Removes a registration of the observer for the key path, whatever its context. Which of several
  /// is taken is undefined on Apple's systems; here it is the latest.
  ///
  /// Raises `NSRangeException` when there is none.
  open func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
    raising { () throws(Violation) in try unregister(observer, keyPath: keyPath, context: .any) }
  }

  /// Removes a registration of the observer for the key path with exactly this context; nil matches
  /// only a registration made with nil.
  ///
  /// Raises `NSRangeException` when there is none.
  open func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    raising { () throws(Violation) in
      try unregister(observer, keyPath: keyPath, context: .exactly(context))
    }
  }

  /// Called for each change that this object observes, on the thread that made the change. Override it
  /// in an observer; pass on what you did not ask for to `super`.
  ///
  /// The root's own version raises `NSInternalInconsistencyException`: nobody handled the message.
  open func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    raise(
      .notHandled(
        observer: "<\(type(of: self)): \(address(of: self))>", keyPath: keyPath,
        object: describe(object), change: "\(change)", context: hexadecimal(context)))
  }

  // MARK: Announcing a change by hand

  /// Announces that the value of the key is about to change on this thread. Pair it with
  /// ``didChangeValue(forKey:)``.
  ///
  /// Pairs may nest. A registration that an outer pair serves already is not served again by an inner
  /// one, so a setter that announces by hand and automatically is reported once.
  open func willChangeValue(forKey key: String) {
    raising { () throws(Violation) in try announceWill(key) }
  }

  /// Announces that the value of the key has changed on this thread, and calls its observers. Without a
  /// ``willChangeValue(forKey:)`` before it, it does nothing.
  open func didChangeValue(forKey key: String) {
    raising { () throws(Violation) in try announceDid(key) }
  }

  /// Announces that elements of an array are about to be inserted, removed or replaced on this thread.
  ///
  /// - Parameters:
  ///   - kind: what happens to them; a setting is a change of the whole value.
  ///   - indexes: where they will be after an insertion, and where they are before a removal or a
  ///     replacement. Beyond the end of the array they raise `NSRangeException`, if somebody asked for
  ///     the elements.
  open func willChange(
    _ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String
  ) {
    raising { () throws(Violation) in try announceWill(kind, at: indexes, of: key) }
  }

  /// Announces that elements of an array have been inserted, removed or replaced on this thread, and
  /// calls the observers of the key.
  open func didChange(
    _ kind: KeyValueChangeKind, valuesAt indexes: RangeSet<Int>, forKey key: String
  ) {
    raising { () throws(Violation) in try announceDid(key) }
  }

  /// Announces that a set is about to be changed on this thread. Observers are told only of elements
  /// that are really added or taken out.
  open func willChangeValue<Element: Hashable>(
    forKey key: String, withSetMutation kind: KeyValueSetMutationKind, using members: Set<Element>
  ) {
    raising { () throws(Violation) in try announceWill(kind, members, of: key) }
  }

  /// Announces that a set has been changed on this thread, and calls the observers of the key.
  open func didChangeValue<Element: Hashable>(
    forKey key: String, withSetMutation kind: KeyValueSetMutationKind, using members: Set<Element>
  ) {
    raising { () throws(Violation) in try announceDid(key) }
  }

  /// Whether setting the property announces the change. True unless a subclass says otherwise for a
  /// key; it then calls ``willChangeValue(forKey:)`` and ``didChangeValue(forKey:)`` by hand.
  open class func automaticallyNotifiesObservers(forKey key: String) -> Bool { true }

  /// The computed properties that can be observed. A subclass adds its own to those of `super`; see
  /// ``ComputedKey``.
  open class var computedKeys: [ComputedKey] { [] }

  /// The key paths, from this object, whose changes change the value of the key too. They are those that
  /// ``computedKeys`` declares. Override it for a stored property that depends on others, and call
  /// `super` for the rest:
  ///
  ///     override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
  ///       key == "zone" ? ["city"] : super.keyPathsForValuesAffectingValue(forKey: key)
  ///     }
  open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    computedKeys.last { $0.key == key }?.triggers ?? []
  }

  /// The methods through which elements of the array are changed, if the class has such methods.
  open class func arrayAccessors(forKey key: String) -> ArrayAccessors? { nil }

  /// The methods through which members of the set are changed, if the class has such methods.
  open class func setAccessors(forKey key: String) -> SetAccessors? { nil }

  // MARK: Reading and writing by name

  /// The value of a property declared with ``Observed`` or as a ``ComputedKey``, by its name; nil if it
  /// is nil.
  ///
  /// It reads where an observed property is stored: the getter of an override does not run, as it would on
  /// Apple's systems.
  ///
  /// Raises `NSUnknownKeyException` for any other key. Override it to answer for more; the setter of an
  /// observed property tells what it has stored, and does not ask.
  open func value(forKey key: String) -> Any? {
    raising { () throws(Violation) -> Any? in try codedValue(forKey: key) }
  }

  /// Sets a property declared with ``Observed`` or as a ``ComputedKey``, by its name, and announces the
  /// change if the key notifies automatically.
  ///
  /// It writes where an observed property is stored, and does not go through the setter: neither a
  /// `didSet` beside the wrapper nor an override of the property runs, as they would on Apple's systems. A
  /// computed property has no storage; its setter is called.
  ///
  /// Raises `NSUnknownKeyException` for any other key, and `NSInvalidArgumentException` for a value of
  /// another type. Nil where the property cannot be nil goes to ``setNilValue(forKey:)``.
  open func setValue(_ value: Any?, forKey key: String) {
    raising { () throws(Violation) in try setCodedValue(value, forKey: key) }
  }

  /// Called when a property that cannot be nil is set to nil by its name. Override it to set a value that
  /// stands for nil.
  ///
  /// The root's own version raises `NSInvalidArgumentException`.
  open func setNilValue(forKey key: String) {
    raise(.nilForNonOptional(key: key, object: describe(self)))
  }

  // MARK: What every object carries

  // An `AtomicLazyReference` would say the same, but its `load` is not inlined, and costs every set of
  // an unobserved property ten times what the property costs. Sound because the reference is stored
  // once, retained, and released in deinit: whoever holds the object can follow it.
  @usableFromInline final let infoReference = Atomic<Unmanaged<ObservationInfo>?>(nil)

  /// Whether anybody has ever observed this object. All that an object pays for that nobody has.
  @inlinable final var hasBeenObserved: Bool { infoReference.load(ordering: .acquiring) != nil }

  /// Who observes this object, or nil if nobody ever did.
  final var observationInfo: ObservationInfo? {
    infoReference.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  // snippet.death
  // The order of a death, which several lessons rely on:
  // 1. the deinit bodies of the subclasses have run;
  // 2. whoever asked to hear of the death is told;
  // 3. the associated objects go, among them the lazy controllers, which unobserve;
  // 4. whoever is registered now was forgotten;
  // 5. only then are stored properties released: too late for a controller in one of them.
  deinit {
    guard let reference = infoReference.load(ordering: .acquiring) else { return }
    let info = reference.takeRetainedValue()
    info.runDeathHooks(of: self)
    info.releaseAssociatedObjects()
    raising { () throws(Violation) in try info.removeLeftovers(of: self) }
    // Whoever comes in step 5 finds nothing registered, rather than information that has been freed.
    infoReference.store(nil, ordering: .releasing)
  }
  // snippet.end
}
