public import Synchronization

/// What is known about an object that is observed: who waits for which of its keys, and the objects whose
/// lives are tied to it.
///
/// A plain value behind a lock. Each function takes the lock, looks, and lets go before anybody is
/// called.
///
/// Five words for waiting, from the small to the large: the **waiters** of a key are the registrations that wait
/// for it; where the way to a value has several keys, it is a **route**, each key on it is a **step**, and a
/// **hook** says that a registration waits by way of a step; an **entry** is what becomes of a waiter in one
/// change.
@usableFromInline final class ObservationInfo: Sendable {
  /// A registration that waits for a key of this object by way of a step.
  struct Hook {
    let registration: Registration
    let step: Step

    /// Whether the registration's key path ends in this very key.
    var isDirect: Bool { registration.route?.ends(at: step) ?? true }
  }

  fileprivate struct State {
    /// Who waits, or has waited, for each key.
    var waiters: [Waiters] = []
    /// Where they are by their key, once there are so many that looking through them would take longer.
    var places: [String: Int] = [:]
    /// Where they are by the offset of a stored property.
    var storedPlaces: [(offset: Int, place: Int)] = []
    var associatedObjects: [String: AnyObject] = [:]
    /// What is to be done when the object dies, by whose wish.
    var deathHooks: [ObjectIdentifier: (KeyValueObject) -> Void] = [:]
  }

  private let state = Locked(State())

  /// The properties of the object, or nil where reflection is switched off.
  let properties: StoredProperties?

  /// A bit for each place in the object where a property is stored that somebody waits for; places that are
  /// 512 bytes apart share one. A set of another property need look no further. All ones where the places
  /// cannot be known.
  @usableFromInline let awaitedPlaces: Atomic<UInt64>

  init(of type: KeyValueObject.Type) {
    properties = try? StoredProperties.of(type)
    awaitedPlaces = Atomic(properties == nil ? .max : 0)
  }

  /// Whether somebody may wait for what is stored at that offset.
  @inlinable func isAwaited(at offset: Int) -> Bool {
    awaitedPlaces.load(ordering: .acquiring) & Self.bit(at: offset) != 0
  }

  @inlinable static func bit(at offset: Int) -> UInt64 { 1 << UInt64((offset >> 3) & 63) }

  /// Where the object's weak properties of that name are stored.
  func weakOffsets(of key: String) -> [Int] { properties?.weakOffsets(of: key) ?? [] }

  // MARK: Hooks

  /// A registration waits for the key, by way of a step if it has a route.
  func add(_ registration: Registration, _ step: Step? = nil, for key: String) {
    state.withLock { state in
      let place = state.place(of: key) ?? state.addPlace(of: key, properties)
      let isFirst = state.waiters[place].isEmpty
      state.waiters[place].add(registration, step)
      if isFirst { noteAwaitedPlaces(state) }
    }
  }

  /// Who waits for the key now.
  func waiters(for key: String) -> Waiters? {
    state.withLock { state in state.place(of: key).map { state.waiters[$0] } }
  }

  /// Whom a set of the property at that offset is reported to, if it can take the short way.
  func plainSet(at offset: Int) -> PlainSet? {
    state.withLock { state in
      for stored in state.storedPlaces where stored.offset == offset {
        return state.waiters[stored.place].plainSet
      }
      return nil
    }
  }

  /// Takes the step's hook out.
  func remove(_ step: Step) {
    changeWaiters(for: step.path.first) { $0.remove(step) }
  }

  /// Takes out the latest registration of the observer for the key path, with that context, or returns nil. The
  /// rest of its route, if it has one, is for the caller to take down.
  func removeRegistration(
    _ keyPath: KeyPathString, of observer: KeyValueObject, _ context: SoughtContext
  ) -> Registration? {
    let registration = changeWaiters(for: keyPath.first) {
      $0.remove(keyPath, of: observer, context)
    }
    registration?.markRemoved()
    return registration
  }

  /// Takes somebody out of those who wait for the key, if there are any.
  private func changeWaiters<Removed>(
    for key: String, _ remove: (inout Waiters) -> Removed?
  ) -> Removed? {
    state.withLock { state in
      guard let place = state.place(of: key) else { return nil }
      let removed = remove(&state.waiters[place])
      if state.waiters[place].isEmpty { noteAwaitedPlaces(state) }
      return removed
    }
  }

  private func noteAwaitedPlaces(_ state: State) {
    if properties == nil { return }
    let places = state.storedPlaces.reduce(0) { places, stored in
      state.waiters[stored.place].isEmpty ? places : places | Self.bit(at: stored.offset)
    }
    awaitedPlaces.store(places, ordering: .releasing)
  }

  /// The registrations made with the object, in the order in which they were made.
  var registrations: [Registration] {
    state.withLock { state in state.waiters.flatMap(\.registrationsHere) }
      .sorted { $0.number < $1.number }
  }

  // MARK: The end

  /// Ends every registration made with the object that this is about, which is dying. Throws where that is
  /// against the rules.
  func removeLeftovers(of object: KeyValueObject) throws(Violation) {
    let leftovers = state.withLock { state in
      state.waiters.sorted { $0.key < $1.key }.flatMap(\.registrationsHere)
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

  // snippet.associated
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
  // snippet.end

  /// Lets go of the associated objects, outside the lock: their deinits come back here.
  func releaseAssociatedObjects() {
    var released: [String: AnyObject] = [:]
    state.withLock { swap(&released, &$0.associatedObjects) }
    released.removeAll()
  }
}

// MARK: Death hooks

extension ObservationInfo {
  /// Sets what is to be done at the death of the object on the wish of `owner`; nil takes it back. Returns
  /// what it was before, for the caller to let go outside any lock.
  func setDeathHook(
    of owner: ObjectIdentifier, to hook: ((KeyValueObject) -> Void)?
  ) -> ((KeyValueObject) -> Void)? {
    state.withLock { state in
      defer { state.deathHooks[owner] = hook }
      return state.deathHooks[owner]
    }
  }

  /// How many have something to be done.
  var deathHookCount: Int { state.withLock { $0.deathHooks.count } }

  /// Does what is to be done, outside the lock.
  func runDeathHooks(of object: KeyValueObject) {
    var hooks: [ObjectIdentifier: (KeyValueObject) -> Void] = [:]
    state.withLock { swap(&hooks, &$0.deathHooks) }
    for hook in hooks.values { hook(object) }
  }
}

extension ObservationInfo.State {
  private static let few = 8

  /// Where those are who wait for the key, or who have waited for it.
  fileprivate func place(of key: String) -> Int? {
    waiters.count <= Self.few ? waiters.firstIndex { $0.key == key } : places[key]
  }

  /// Makes a place for those who will wait for the key.
  fileprivate mutating func addPlace(of key: String, _ properties: StoredProperties?) -> Int {
    let place = waiters.count
    waiters.append(Waiters(key))
    if waiters.count > Self.few {
      for place in places.count..<waiters.count { places[waiters[place].key] = place }
    }
    for offset in properties?.offsets(of: key) ?? [] { storedPlaces.append((offset, place)) }
    return place
  }
}

extension KeyValueObject {
  /// How far from the object's beginning an address in it is.
  @inlinable final func offset(of place: UnsafeRawPointer) -> Int {
    // Only an address to measure from; nothing is read through it.
    place - UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether somebody may wait for the property that is stored at that address. Where it says no, nobody
  /// does.
  @inlinable
  final func isAwaited<Value>(_ type: Value.Type, storedAt place: UnsafeRawPointer) -> Bool {
    guard let reference = infoReference.load(ordering: .acquiring) else { return false }
    let offset = offset(of: place)
    // What takes no room has no place of its own.
    return MemoryLayout<Value>.size == 0
      || reference._withUnsafeGuaranteedRef { $0.isAwaited(at: offset) }
  }

  /// The information about this object, made now if it is not there yet.
  final var existingOrNewInfo: ObservationInfo {
    if let observationInfo { return observationInfo }
    let made = Unmanaged.passRetained(ObservationInfo(of: type(of: self)))
    let (stored, found) = infoReference.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if !stored { made.release() }  // another thread was first
    return (found ?? made).takeUnretainedValue()
  }
}
