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

  /// Makes an object that nobody observes.
  public init() {}

  // The order of a death, which several lessons rely on:
  // 1. the deinit bodies of the subclasses have run;
  // 2. the associated objects go, among them the lazy controllers, which unobserve;
  // 3. whoever is registered now was forgotten;
  // 4. only then are the stored properties of the subclasses released. A controller stored in one of
  //    them comes too late to remove what observes this object.
  deinit {
    guard let reference = infoReference.load(ordering: .acquiring) else { return }
    let info = reference.takeRetainedValue()
    info.releaseAssociatedObjects()
    raising { () throws(Violation) in try info.removeLeftovers(of: self) }
    // Whoever comes in step 4 finds nothing registered, rather than a record that has been freed.
    infoReference.store(nil, ordering: .releasing)
  }

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
  ///   - keyPath: the name of a property of this object.
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
    raising { () throws(Violation) in try unregister(observer, keyPath: keyPath) { _ in true } }
  }

  /// Removes a registration of the observer for the key path with exactly this context; nil matches
  /// only a registration made with nil.
  ///
  /// Raises `NSRangeException` when there is none.
  open func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    raising { () throws(Violation) in
      try unregister(observer, keyPath: keyPath) { $0 == context }
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
    raising { () throws(Violation) in try willChange(key, .setting) }
  }

  /// Announces that the value of the key has changed on this thread, and calls its observers. Without a
  /// ``willChangeValue(forKey:)`` before it, it does nothing.
  open func didChangeValue(forKey key: String) {
    raising { () throws(Violation) in try didChange(key) }
  }

  /// Whether setting the property announces the change. True unless a subclass says otherwise for a
  /// key; it then calls ``willChangeValue(forKey:)`` and ``didChangeValue(forKey:)`` by hand.
  open class func automaticallyNotifiesObservers(forKey key: String) -> Bool { true }

  /// The key paths, from this object, whose changes change the value of the key too. Override it for
  /// a key that depends on others, and call `super` for the rest, whose keys a superclass may know:
  ///
  ///     override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
  ///       key == "fullName" ? ["first", "last"] : super.keyPathsForValuesAffectingValue(forKey: key)
  ///     }
  open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }

  // MARK: Reading and writing by name

  /// The value of a property declared with ``Observed``, by its name; nil if it is nil.
  ///
  /// Raises `NSUnknownKeyException` for any other key. Override it to answer for more.
  open func value(forKey key: String) -> Any? {
    raising { () throws(Violation) -> Any? in try storedValue(forKey: key) }
  }

  /// Sets a property declared with ``Observed``, by its name, and announces the change as its setter
  /// does.
  ///
  /// It writes where the property is stored, and does not go through the setter: neither a `didSet`
  /// beside the wrapper nor an override of the property runs, as they would on Apple's systems.
  ///
  /// Raises `NSUnknownKeyException` for any other key, and `NSInvalidArgumentException` for a value of
  /// another type or nil where the property cannot be nil.
  open func setValue(_ value: Any?, forKey key: String) {
    raising { () throws(Violation) in try setStoredValue(value, forKey: key) }
  }
}

extension KeyValueObject {
  /// The record of this object's observers, made now if it is not there yet.
  final var existingOrNewInfo: ObservationInfo {
    if let observationInfo { return observationInfo }
    let made = Unmanaged.passRetained(ObservationInfo())
    let (stored, found) = infoReference.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if !stored { made.release() }  // another thread was first
    return (found ?? made).takeUnretainedValue()
  }
}

/// `<Clock 0x…>`, the way exceptions name an object.
package func describe(_ object: KeyValueObject) -> String {
  "<\(type(of: object)) \(address(of: object))>"
}

/// The address of an object, in the form that messages use.
package func address(of object: AnyObject) -> String {
  hexadecimal(Unmanaged.passUnretained(object).toOpaque())  // only printed, never followed
}

/// An address in the form that messages use; nil is `0x0`.
package func hexadecimal(_ pointer: UnsafeMutableRawPointer?) -> String {
  "0x" + String(UInt(bitPattern: pointer), radix: 16)
}
