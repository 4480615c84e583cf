/// Adding and removing, as checks that throw instead of ending the process.
extension KeyValueObject {
  package func register(
    _ observer: KeyValueObject, keyPath: KeyPathString, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) throws(Violation) {
    _ = Era.inForce  // the first registration fixes it
    let key = keyPath.first
    let isPlain = try keyPath.isOneKey ? triggers(of: key).isEmpty : false
    let slots = try slotsToObserve(key)
    let registration = Registration(
      observer, keyPath: keyPath, options: options, context: context, route: isPlain ? nil : Route(from: self))
    Recording.report(EngineEvent.adds(registration, to: self))
    if options.contains(.initial) {
      let newValue = options.contains(.new) ? try initialValue(for: registration) : nil
      registration.deliver(KeyValueChange(.setting, newValue, nil), of: self)
    }
    registration.willBeRecorded()
    if let route = registration.route {
      try route.putUp(registration, on: self)
    } else {
      existingOrNewInfo.add(registration, for: key, storedIn: slots)
      watchWeakObjects(in: slots)
    }
    Recording.report(EngineEvent.added(registration))
  }

  /// The slots of the property with that key; none if the key has no stored property. Throws if another wrapper has
  /// been assigned to the property since it was first observed, or if the wrapper belongs to another property.
  func slotsToObserve(_ key: String) throws(Violation) -> [AnySlot] {
    if let known = observationInfo?.registrations(for: key) {
      try known.checkSlot(of: self)
      return known.slots
    }
    let slots = try slots(named: key)
    for case let found? in slots.map({ $0.registrations.object }) where found.key != key || !found.belong(to: self) {
      throw .wrapperReplaced(key: key, object: describe(self))
    }
    return slots
  }

  package func unregister(_ observer: KeyValueObject, keyPath: KeyPathString, context: SoughtContext) throws(Violation)
  {
    let found = try observationInfo?.remove(keyPath, of: observer, context, from: self)
    guard let found else {
      throw .notRegistered(observer: describe(observer), keyPath: keyPath.description, object: describe(self))
    }
    Recording.report(EngineEvent.removed(found))
    guard let route = found.route else { return }
    defer { route.takeDown() }
    try route.checkAnnounced(for: found)
  }
}
