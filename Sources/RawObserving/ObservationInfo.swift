/// What is known about an object that is observed: its registrations, the changes under way, and the
/// objects whose lives are tied to it.
///
/// A plain value behind a lock. Each function takes the lock, looks, and lets go before anybody is
/// called.
@usableFromInline final class ObservationInfo: Sendable {
  private struct State {
    /// The registrations of each key path, in the order they were added.
    var registrations: [String: [Registration]] = [:]
    /// The changes of this object between their will and their did, on any thread.
    var openChanges: [OpenChange] = []
    var associatedObjects: [String: AnyObject] = [:]
  }

  private let state = Locked(State())

  // MARK: Registrations

  func add(_ registration: Registration) {
    state.withLock { $0.registrations[registration.keyPath, default: []].append(registration) }
  }

  /// Takes out the latest registration for the key path that matches, or returns nil.
  func remove(_ keyPath: String, where matches: (Registration) -> Bool) -> Registration? {
    state.withLock { state in
      guard let index = state.registrations[keyPath]?.lastIndex(where: matches) else { return nil }
      let registration = state.registrations[keyPath]?.remove(at: index)
      if state.registrations[keyPath]?.isEmpty == true { state.registrations[keyPath] = nil }
      registration?.markRemoved()
      return registration
    }
  }

  /// Throws when the object of this record dies and somebody is still registered with it.
  func checkLeftovers(of object: KeyValueObject) throws(Violation) {
    let leftovers = state.withLock { $0.registrations.sorted { $0.key < $1.key }.flatMap(\.value) }
    let objectionable = leftovers.filter { registration in
      switch RuntimeRules.current {
      case .classic: true
      case .relaxed:
        !type(of: object).automaticallyNotifiesObservers(forKey: registration.keyPath)
      }
    }
    if objectionable.isEmpty { return }
    throw .deallocatedWhileObserved(
      object: address(of: object), className: "\(type(of: object))",
      leftovers: leftovers.map(\.description))
  }

  // MARK: Changes under way

  /// Opens a change of the key on this thread, or returns nil if nobody needs to hear of it.
  ///
  /// A registration that an open change of this thread serves already is left to that one.
  func open(_ key: String, isAutomatic: Bool) -> OpenChange? {
    let thread = ThreadIdentity.current
    return state.withLock { state in
      let mine = state.openChanges.filter { $0.thread == thread }
      let registrations = state.registrations[key, default: []].filter { candidate in
        !mine.contains { $0.registrations.contains { $0 === candidate } }
      }
      let nests = mine.contains { $0.key == key }
      if registrations.isEmpty && !nests { return nil }
      let change = OpenChange(
        key: key, thread: thread, isAutomatic: isAutomatic, registrations: registrations)
      state.openChanges.append(change)
      return change
    }
  }

  /// Closes the innermost change that this thread opened by hand for the key, or returns nil.
  func close(_ key: String) -> OpenChange? {
    let thread = ThreadIdentity.current
    return state.withLock { state in
      let index = state.openChanges.lastIndex {
        $0.key == key && $0.thread == thread && !$0.isAutomatic
      }
      return index.map { state.openChanges.remove(at: $0) }
    }
  }

  /// Closes that very change.
  func close(_ change: OpenChange) {
    state.withLock { $0.openChanges.removeAll { $0 === change } }
  }

  // MARK: Associated objects

  /// The object associated under that name, made now if there is none. Two threads that ask at the same
  /// time get the same one. `make` runs under the lock and must not call out.
  func associatedObject(_ name: String, orMake make: () -> AnyObject) -> AnyObject {
    state.withLock { state in
      if let existing = state.associatedObjects[name] { return existing }
      let made = make()
      state.associatedObjects[name] = made
      return made
    }
  }

  /// Lets go of the associated objects, outside the lock: their deinits come back here.
  func releaseAssociatedObjects() {
    var released: [String: AnyObject] = [:]
    state.withLock { swap(&released, &$0.associatedObjects) }
    released.removeAll()
  }
}
