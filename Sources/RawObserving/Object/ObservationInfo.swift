/// What an observed object carries: the registrations for each of its keys, and the objects whose lives are tied to
/// it.
///
/// Each function takes the lock, looks, and releases it before anything is called.
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

  /// The registrations for the key; nil if there have never been any, or none are left and the key is not one of a
  /// stored property.
  func registrations(for key: String) -> KeyRegistrations? { state.withLock { $0.keys[key] } }

  /// Adds a registration for a key whose property is stored in those slots, by way of a step if the registration has
  /// a route.
  func add(_ registration: Registration, _ step: Step? = nil, for key: String, storedIn slots: [AnySlot]) {
    state.withLock { state in
      let registrations = state.registrations(for: key, of: self)
      registrations.add(registration, step)
      for slot in slots { registrations.add(slot) }
    }
  }

  /// Has the sets of the property ask for the registrations of the key, of which there may be none.
  func connect(_ slot: AnySlot, _ key: String) { state.withLock { $0.registrations(for: key, of: self).add(slot) } }

  /// Removes the registration of the step.
  func remove(_ step: Step) { change(step.path.first) { $0.remove(step) } }

  /// Removes the latest registration of the observer for the key path, with that context. Returns it, or nil if there
  /// is none. Throws if another wrapper has been assigned to the property. The rest of its route, if it has one, is for
  /// the caller to take down.
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
      // The registrations of a stored property stay with its slot. Of other keys there may be any number.
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

  /// Ends every registration made with the object, which is dying. Throws where the era forbids them.
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
  /// The object associated under that name, made now if there is none. Two threads that ask at the same time get the
  /// same one. `make` runs under the lock and must not call out.
  func associatedObject(_ name: String, orMake make: () -> AnyObject) -> AnyObject {
    state.withLock { state in
      if let existing = state.associatedObjects[name] { return existing }
      let made = make()
      state.associatedObjects[name] = made
      return made
    }
  }
  // snippet.end

  /// Releases the associated objects, outside the lock: their deinits come back here.
  func releaseAssociatedObjects() {
    var released: [String: AnyObject] = [:]
    state.withLock { swap(&released, &$0.associatedObjects) }
    released.removeAll()
  }
}

// MARK: Death hooks

extension ObservationInfo {
  /// Sets what `owner` wants done at the death of the object; nil takes it back. Returns what it was before, for the
  /// caller to release outside its locks.
  func setDeathHook(of owner: ObjectIdentifier, to hook: KeyValueObject.DeathHook?) -> KeyValueObject.DeathHook? {
    state.withLock { state in
      let before = state.deathHooks[owner]
      state.deathHooks[owner] = hook
      if hook == nil { state.deathHooks.shrinkIfSparse() }
      return before
    }
  }

  /// How many owners want something done.
  var deathHookCount: Int { state.withLock { $0.deathHooks.count } }

  /// Runs the hooks, outside the lock.
  func runDeathHooks(of object: KeyValueObject) {
    var hooks: [ObjectIdentifier: KeyValueObject.DeathHook] = [:]
    state.withLock { swap(&hooks, &$0.deathHooks) }
    for hook in hooks.values { hook(object) }
  }
}
