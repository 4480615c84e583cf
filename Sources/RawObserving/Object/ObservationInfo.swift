/// The data of an observed object: the registrations for each of its keys, its associated objects, and its death hooks.
///
/// Each function releases the lock before it calls any other code.
@usableFromInline final class ObservationInfo: Sendable {
  private struct State {
    var keys: [String: KeyRegistrations] = [:]
    var associatedObjects: [String: AnyObject] = [:]
    var deathHooks: [ObjectIdentifier: KeyValueObject.DeathHook] = [:]

    mutating func registrations(for key: String, of info: ObservationInfo) -> KeyRegistrations {
      let registrations = keys[key] ?? KeyRegistrations(key, of: info)
      keys[key] = registrations
      return registrations
    }
  }
  // Taken before the lock of a key's registrations, never after it.
  private let state = Locked(State())

  // MARK: Registrations

  /// The registrations for the key. Nil if there have never been any, or if none are left and the key has no stored
  /// property.
  func registrations(for key: String) -> KeyRegistrations? { state.withLock { $0.keys[key] } }

  /// Adds a registration for a key whose property is stored in those slots. The step is given if the registration has a
  /// route.
  func add(_ registration: Registration, _ step: Step? = nil, for key: String, storedIn slots: [AnySlot]) {
    state.withLock { state in
      let registrations = state.registrations(for: key, of: self)
      registrations.add(registration, step)
      for slot in slots { registrations.add(slot) }
    }
  }

  /// Connects the slot with the registrations of the key, so that each set checks them. There may be none yet.
  func connect(_ slot: AnySlot, _ key: String) { state.withLock { $0.registrations(for: key, of: self).add(slot) } }

  /// Removes the registration of the step.
  func remove(_ step: Step) { change(step.path.first) { $0.remove(step) } }

  /// Removes the latest registration of the observer for the key path, with that context. Returns it, or nil if there
  /// is none. Throws if another wrapper has been assigned to the property. The caller takes down the rest of its route,
  /// if it has one.
  func remove(
    _ keyPath: KeyPathString, of observer: KeyValueObject, _ context: SoughtContext, from object: KeyValueObject
  ) throws(Violation) -> Registration? {
    let registration = try change(keyPath.first) { (registrations) throws(Violation) in
      try registrations.checkSlot(of: object)
      return registrations.remove(keyPath, of: observer, context)
    }
    registration?.markRemoved()
    return registration
  }

  private func change<Removed, Failure>(_ key: String, _ remove: (KeyRegistrations) throws(Failure) -> Removed?)
    throws(Failure) -> Removed?
  {
    try state.withLock { (state) throws(Failure) in
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
  var registrations: [Registration] { state.withLock { Array($0.keys.values) }.flatMap(\.registrationsHere).inOrder }

  // MARK: The end

  /// Ends every registration made with the object, which is in its deinit. Throws if the era forbids them.
  func removeLeftovers(of object: KeyValueObject) throws(Violation) {
    let leftovers = state.withLock { Array($0.keys.values) }.sorted { $0.key < $1.key }.flatMap(\.registrationsHere)
    let forbidden = leftovers.filter { registration in
      Era.inForce == .classic || !type(of: object).automaticallyNotifiesObservers(forKey: registration.keyPath.first)
    }
    if !forbidden.isEmpty {
      throw .deallocatedWhileObserved(
        object: address(of: object), className: "\(type(of: object))", leftovers: leftovers.map(\.description))
    }
    for registration in leftovers {
      registration.markRemoved()
      Recording.report(EngineEvent.swept(registration))
      registration.route?.takeDown()
    }
  }
}

// MARK: Associated objects

extension ObservationInfo {
  // snippet.associated
  /// The associated object with that name, created now if there is none. Two threads that ask at the same time get the
  /// same one. `make` runs under the lock and must not call other code.
  func associatedObject(_ name: String, orMake make: () -> AnyObject) -> AnyObject {
    state.withLock { state in
      if let existing = state.associatedObjects[name] { return existing }
      let made = make()
      state.associatedObjects[name] = made
      return made
    }
  }
  // snippet.end

  /// Releases the associated objects outside the lock, because their deinits call this class again.
  func releaseAssociatedObjects() {
    var released: [String: AnyObject] = [:]
    state.withLock { swap(&released, &$0.associatedObjects) }
    released.removeAll()
  }
}

// MARK: Death hooks

extension ObservationInfo {
  /// Sets the death hook of `owner`; nil removes it. Returns the previous hook, for the caller to release outside its
  /// locks.
  func setDeathHook(of owner: ObjectIdentifier, to hook: KeyValueObject.DeathHook?) -> KeyValueObject.DeathHook? {
    state.withLock { state in
      let before = state.deathHooks[owner]
      state.deathHooks[owner] = hook
      if hook == nil { state.deathHooks.shrinkIfSparse() }
      return before
    }
  }

  /// The number of death hooks.
  var deathHookCount: Int { state.withLock { $0.deathHooks.count } }

  /// Runs the hooks, outside the lock.
  func runDeathHooks(of object: KeyValueObject) {
    var hooks: [ObjectIdentifier: KeyValueObject.DeathHook] = [:]
    state.withLock { swap(&hooks, &$0.deathHooks) }
    for hook in hooks.values { hook(object) }
  }
}
