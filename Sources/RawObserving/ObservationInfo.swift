/// The data of an observed object: the registrations for each of its keys, its associated objects, and its deallocation
/// hooks.
///
/// Each function releases the lock before it calls any other code.
@usableFromInline final class ObservationInfo: Sendable {
  private struct State {
    var keys: [String: KeyRegistrations] = [:]
    /// The number of registrations made with the object.
    var count = 0
    /// Whether one of them, or of those that were removed since there were none, was for a key that notifies
    /// automatically.
    var isChecked = false
    var associatedObjects: [String: AnyObject] = [:]
    var hooks: [ObjectIdentifier: KeyValueObject.DeallocationHook] = [:]
  }
  // Taken before the lock of a key's registrations, never after it.
  private let state = Locked(State())

  /// The class of the object.
  let objectType: KeyValueObject.Type

  init(of objectType: KeyValueObject.Type) { self.objectType = objectType }

  // MARK: Registrations

  /// The registrations for the key. Nil if there have never been any, or if none are left and the key has no stored
  /// property.
  func registrations(for key: String) -> KeyRegistrations? { state.withLock { $0.keys[key] } }

  /// Adds a registration that is made with the object.
  func add(_ registration: Registration, to key: String, storedIn slot: AnySlot?, notifiesAutomatically: Bool) {
    // Counted first: another thread may remove it as soon as it is in the list.
    state.withLock { state in
      state.count += 1
      state.isChecked = state.isChecked || notifiesAutomatically
    }
    add(to: key, storedIn: slot) { $0.add(registration) }
  }

  /// Adds a registration for a key whose property is stored in that slot, or a step of one.
  func add(to key: String, storedIn slot: AnySlot?, _ add: (KeyRegistrations) -> Void) {
    state.withLockUnchecked { state in
      let known = state.keys[key]
      let registrations = known ?? KeyRegistrations(key, of: self)
      if known == nil { state.keys[key] = registrations }
      // The slot first: a set that found the registration could otherwise be followed by sets that do not look for one.
      if let slot { registrations.connect(slot) }
      registrations.watchSlot()
      add(registrations)
    }
  }

  /// Removes the registration of the step.
  func remove(_ step: Step) {
    change(step.path.first) { $0.remove(step) }
  }

  /// Removes the latest registration of the observer for the key path, with that context. Returns it, or nil if there
  /// is none. Throws if another wrapper has been assigned to the property. The caller takes down the rest of its route,
  /// if it has one.
  func remove(
    _ keyPath: KeyPathString, of observer: KeyValueObject, _ context: SoughtContext, from object: KeyValueObject
  ) throws(Violation) -> Registration? {
    let registration = try change(keyPath.first) { (registrations) throws(Violation) in
      if let replaced = registrations.replacedSlot(of: object), !(observer is any SharedObserver) { throw replaced }
      defer { registrations.updateSlot() }
      return registrations.remove(keyPath, of: observer, context)
    }
    if let registration {
      registration.markRemoved()
      state.withLock { state in
        state.count -= 1
        if state.count == 0 { state.isChecked = false }
      }
    }
    return registration
  }

  @discardableResult private func change<Removed, Failure>(
    _ key: String, _ remove: (KeyRegistrations) throws(Failure) -> Removed?
  ) throws(Failure) -> Removed? {
    try state.withLockUnchecked { (state) throws(Failure) in
      guard let registrations = state.keys[key] else { return nil }
      let removed = try remove(registrations)
      // The registrations of a stored property stay with its slot. Other keys are unlimited in number, so they are
      // removed.
      if registrations.isDispensable {
        state.keys[key] = nil
        state.keys.shrinkIfSparse()
      }
      return removed
    }
  }

  /// The registrations made with the object, in the order in which they were made.
  var registrations: [Registration] {
    state.withLock { Array($0.keys.values) }.flatMap(\.made).sorted { $0.number < $1.number }
  }

  /// The registrations that a change of the object may concern, in no order.
  var registrationsOnPaths: [Registration] {
    state.withLock { Array($0.keys.values) }.flatMap { $0.receivers?.all ?? [] }.map(\.registration)
  }

  // MARK: The end

  /// Ends every registration made with the object, which is in its deinit. Throws if the era forbids them.
  ///
  /// In the classic era of Apple's systems the check belongs to the hidden subclass. An object is moved there when a
  /// key is observed that notifies automatically, and back when the last registration is removed. So it is checked as a
  /// whole, or not at all. The current era asks for neither: whatever the keys, it removes what is left.
  func removeLeftovers(of object: KeyValueObject) throws(Violation) {
    let leftovers = state.withLock { Array($0.keys.values) }.sorted { $0.key < $1.key }.flatMap(\.made)
    if Era.inForce == .classic && !leftovers.isEmpty && state.withLock(\.isChecked) {
      let advice = leftovers.compactMap { $0.receiver?.adviceAtDeath(of: object) }
      throw .deallocatedWhileObserved(
        object: address(of: object), className: "\(type(of: object))", leftovers: leftovers.map(\.description),
        advice: advice.isEmpty ? nil : advice.joined(separator: "\n"))
    }
    for registration in leftovers {
      registration.markRemoved()
      EventProbe.report(EngineEvent.endedWithObject(registration))
      registration.route?.end()
    }
  }
}

// MARK: Associated objects

extension ObservationInfo {
  // snippet.associated
  /// The associated object with that name, created now if there is none. No lock is held while one is made. If two
  /// threads make one at the same time, one of the two is kept, and both get it.
  func associatedObject(_ name: String, orMake make: () -> AnyObject) -> AnyObject {
    if let existing = existingAssociatedObject(name) { return existing }
    let made = make()
    return state.withLockUnchecked { state in
      if let existing = state.associatedObjects[name] { return existing }
      state.associatedObjects[name] = made
      return made
    }
  }
  // snippet.end

  /// The associated object with that name; nil if none has been created.
  func existingAssociatedObject(_ name: String) -> AnyObject? {
    state.withLockUnchecked { $0.associatedObjects[name] }
  }

  /// Releases the associated objects outside the lock, because their deinits call this class again.
  func releaseAssociatedObjects() {
    var released: [String: AnyObject] = [:]
    state.withLockUnchecked { swap(&released, &$0.associatedObjects) }
    released.removeAll()
  }
}

// MARK: Deallocation hooks

extension ObservationInfo {
  /// Sets the hook of `owner`; nil removes it. Returns the previous hook, for the caller to release outside its locks.
  func setHook(of owner: ObjectIdentifier, to hook: KeyValueObject.DeallocationHook?)
    -> KeyValueObject.DeallocationHook?
  {
    state.withLockUnchecked { state in
      let before = state.hooks[owner]
      state.hooks[owner] = hook
      if hook == nil { state.hooks.shrinkIfSparse() }
      return before
    }
  }

  /// The number of hooks.
  var hookCount: Int { state.withLock { $0.hooks.count } }

  /// Runs the hooks, outside the lock. Each is taken only when its turn comes, because one may remove another, whose
  /// owner is then deallocated, or set one.
  func runHooks(of object: KeyValueObject) {
    while case let owners = state.withLock({ Array($0.hooks.keys) }), !owners.isEmpty {
      for owner in owners { state.withLockUnchecked { $0.hooks.removeValue(forKey: owner) }?(object) }
    }
  }
}

/// What happens when an object is deallocated, for code that is built on top of observing by hand.
extension KeyValueObject {
  /// A closure that an object runs in its deinit. It receives the object, to which weak references read nil by then.
  public typealias DeallocationHook = (KeyValueObject) -> Void

  /// Sets a hook that runs once, in this object's deinit.
  ///
  ///     clock.setDeallocationHook(of: self) { clock in clock.removeObserver(log, forKeyPath: "date") }
  ///
  /// The hook runs on the thread that deallocates the object, with no lock held: after the deinit bodies of the
  /// subclasses, before the associated objects are released and before the check for leftover registrations. A hook
  /// that is set while the hooks run does run.
  ///
  /// A mediator needs it to remove its registrations in time. Apple's systems have no such call; an object that is
  /// associated with the observed one does the same there, in its own deinit.
  ///
  /// Each owner has one hook: a later one replaces an earlier one, and nil removes it. The call is safe from any
  /// thread.
  ///
  /// > Warning: The owner is not retained, so remove the hook before the owner is deallocated.
  ///
  /// > Warning: The hook must not retain the object, which is in its deinit.
  ///
  /// - Complexity: constant on average.
  ///
  /// - Parameters:
  ///   - owner: the object for which the hook is set, which tells the hooks of one object apart.
  ///   - hook: receives this object; nil removes the owner's hook.
  /// - Returns: the previous hook of the owner, so that you can release it outside your locks.
  @discardableResult public final func setDeallocationHook(of owner: AnyObject, to hook: DeallocationHook?)
    -> DeallocationHook?
  {
    if hook == nil && observationInfo == nil { return nil }
    return existingOrNewInfo.setHook(of: ObjectIdentifier(owner), to: hook)
  }

  /// Returns the object that is associated with this one under that name, created now if there is none.
  ///
  ///     let cache = clock.associatedObject("cache") { Cache() }
  ///
  /// Two threads that ask at the same time get the same one; of two that are created, one is kept. It is released in
  /// this object's deinit: after the deinit bodies of the subclasses, before the check for leftover registrations. On
  /// Apple's systems, `objc_setAssociatedObject` does the same.
  ///
  /// > Important: The process ends with a message if the object with that name is not an `Object`.
  ///
  /// - Complexity: constant on average.
  ///
  /// - Parameters:
  ///   - name: tells the associated objects of one object apart.
  ///   - make: creates the object, on the thread that asks. No lock is held.
  /// - Returns: the associated object.
  public final func associatedObject<Object: AnyObject>(_ name: String, orMake make: () -> Object) -> Object {
    let found = existingOrNewInfo.associatedObject(name, orMake: make)
    guard let object = found as? Object else {
      terminate(
        .undeclared(
          "[\(describe(self)) associatedObject:]: the object with the name \(name) is a \(type(of: found)), not a "
            + "\(Object.self). Use another name."))
    }
    return object
  }
}

extension KeyValueObject {
  /// The associated object with that name; nil if none has been created.
  package final func existingAssociatedObject(_ name: String) -> AnyObject? {
    observationInfo?.existingAssociatedObject(name)
  }
}

// MARK: The registrations

extension KeyValueObject {
  /// The registrations of this object; nil if there have never been any.
  final var observationInfo: ObservationInfo? { infoReference.object }

  /// The registrations of this object, created now if there are none.
  final var existingOrNewInfo: ObservationInfo {
    if let info = infoReference.object { return info }
    if self is any SharedObserver {
      terminate(
        .undeclared(
          "\(describe(self)) observes for others and is called on every thread, so it cannot be observed, nor have "
            + "associated objects or hooks. Use an object of another class."))
    }
    return infoReference.setIfNil(ObservationInfo(of: type(of: self)))
  }
}
