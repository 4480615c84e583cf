internal import Synchronization

/// What is known about an object that is observed: who waits for which of its keys, and the objects whose
/// lives are tied to it.
///
/// A plain value behind a lock. Each function takes the lock, looks, and lets go before anybody is
/// called.
@usableFromInline final class ObservationInfo: Sendable {
  /// A registration that waits for a key of this object.
  struct Hook {
    let registration: Registration
    /// The step that waits, where the registration has a route: where its key path has more than one key,
    /// or its key depends on others.
    let step: Step?

    /// Whether the registration's key path ends in this very key.
    var isDirect: Bool { step.map { registration.route?.ends(at: $0) ?? true } ?? true }

    /// Whether the registration was made with this object, and not with one that leads here.
    var isRegistrationHere: Bool { step?.isFirst ?? true }
  }

  fileprivate struct State {
    /// Who waits for each key, in the order they came.
    var hooks: [String: [Hook]] = [:]
    var associatedObjects: [String: AnyObject] = [:]
  }

  private let state = Locked(State())

  // MARK: Hooks

  func add(_ hook: Hook, for key: String) {
    state.withLock { $0.hooks[key, default: []].append(hook) }
  }

  /// Who waits for the key now.
  func hooks(for key: String) -> [Hook] {
    state.withLock { $0.hooks[key] ?? [] }
  }

  /// Takes the step's hook out.
  func remove(_ step: Step) {
    state.withLock { _ = $0.remove(step.path.first) { $0.step === step } }
  }

  /// Takes out the latest registration for the key path that matches, or returns nil. The rest of its
  /// route, if it has one, is for the caller to take down.
  func removeRegistration(
    _ keyPath: KeyPathString, where matches: (Registration) -> Bool
  ) -> Registration? {
    state.withLock { state in
      let hook = state.remove(keyPath.first) { hook in
        hook.isRegistrationHere && hook.registration.keyPath == keyPath
          && matches(hook.registration)
      }
      hook?.registration.markRemoved()
      return hook?.registration
    }
  }

  // MARK: The end

  /// Ends every registration made with the object that this is about, which is dying. Throws where that is
  /// against the rules.
  func removeLeftovers(of object: KeyValueObject) throws(Violation) {
    let leftovers = state.withLock { state in
      state.hooks.sorted { $0.key < $1.key }.flatMap(\.value)
        .filter(\.isRegistrationHere).map(\.registration)
    }
    let objectionable = leftovers.filter { registration in
      switch RuntimeRules.current {
      case .classic: true
      case .relaxed:
        !type(of: object).automaticallyNotifiesObservers(forKey: registration.keyPath.first)
      }
    }
    if !objectionable.isEmpty {
      throw .deallocatedWhileObserved(
        object: address(of: object), className: "\(type(of: object))",
        leftovers: leftovers.map(\.description))
    }
    for registration in leftovers {
      registration.markRemoved()
      registration.route?.takeDown()
    }
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

extension ObservationInfo.State {
  /// Takes out the latest hook that matches.
  fileprivate mutating func remove(
    _ key: String, where matches: (ObservationInfo.Hook) -> Bool
  ) -> ObservationInfo.Hook? {
    guard let index = hooks[key]?.lastIndex(where: matches) else { return nil }
    let hook = hooks[key]?.remove(at: index)
    if hooks[key]?.isEmpty == true { hooks[key] = nil }
    return hook
  }
}

extension KeyValueObject {
  /// The information about this object, made now if it is not there yet.
  final var existingOrNewInfo: ObservationInfo {
    if let observationInfo { return observationInfo }
    let made = Unmanaged.passRetained(ObservationInfo())
    let (stored, found) = infoReference.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if !stored { made.release() }  // another thread was first
    return (found ?? made).takeUnretainedValue()
  }
}
