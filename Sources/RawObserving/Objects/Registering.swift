/// Adding and removing by a ``KeyPathString``, for code that is built on top of observing by hand.
extension KeyValueObject {
  /// The key path of a property, from this object: `desk.keyPathString(of: desk[keyPath: \.$clock.$date])`.
  ///
  /// Raises `NSInvalidArgumentException` if it is a property of another object. Proportional to the number of its keys.
  public final func keyPathString<Value>(of property: Property<Value>) -> KeyPathString {
    enforcing { () throws(Violation) in try keyPath(of: property) }
  }

  /// The key path with that text. Raises `NSInvalidArgumentException` if the text is malformed.
  public final func keyPathString(_ text: String) -> KeyPathString {
    enforcing { () throws(Violation) in try KeyPathString(text, for: self) }
  }

  /// The value at the key path, as ``value(forKeyPath:)`` reads it. A typed key is read by its name in the class of each
  /// object.
  public final func value(for keyPath: KeyPathString) -> Any? {
    enforcing { () throws(Violation) in try currentValue(at: keyPath) }
  }

  /// Registers an observer, as ``addObserver(_:forKeyPath:options:context:)`` does, for a key path whose names may not
  /// be known yet. It does not call an override of that method. If ``KeyPathString/isText`` is true, call the method
  /// with the text.
  ///
  /// - Complexity: as for that method.
  public final func addObserver(
    _ observer: KeyValueObject, for keyPath: KeyPathString, options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    enforcing { () throws(Violation) in
      try unsafe register(observer, keyPath: keyPath, options: options, context: context)
    }
  }

  /// Removes what ``addObserver(_:for:options:context:)`` registered.
  ///
  /// - Complexity: as for ``removeObserver(_:forKeyPath:context:)``.
  public final func removeObserver(
    _ observer: KeyValueObject, for keyPath: KeyPathString, context: UnsafeMutableRawPointer?
  ) {
    enforcing { () throws(Violation) in
      try unregister(observer, keyPath: keyPath, context: unsafe .exactly(context))
    }
  }
}

/// The same, as checks that throw instead of ending the process.
extension KeyValueObject {
  package func register(
    _ observer: KeyValueObject, keyPath: KeyPathString, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) throws(Violation) {
    _ = Era.inForce  // the first registration fixes it
    let key = keyPath.first
    let isPlain = try keyPath.isOneKey ? triggers(of: key).isEmpty : false
    let slot = try slotToObserve(key)
    let registration = unsafe Registration(
      observer, keyPath: keyPath, options: options, context: context, route: isPlain ? nil : Route(from: self))
    EventProbe.report(EngineEvent.adds(registration, to: self))
    if options.contains(.initial) {
      let newValue = options.contains(.new) ? try initialValue(for: registration) : nil
      registration.deliver(KeyValueChange(.setting, newValue, nil), of: self)
    }
    registration.willBeRecorded()
    try registration.route?.putUp(registration, on: self)
    existingOrNewInfo.add(
      registration, to: key, storedIn: slot, notifiesAutomatically: notifiesAutomatically(key))
    slot?.isObserved(in: self)
    EventProbe.report(EngineEvent.added(registration))
  }

  /// The slot of the property with that key; nil if the key has no stored property. Throws if another wrapper has been
  /// assigned to the property since it was first observed, or if the wrapper belongs to another property.
  func slotToObserve(_ key: String) throws(Violation) -> AnySlot? {
    if let known = observationInfo?.registrations(for: key) {
      try known.checkSlot(of: self)
      return known.slot
    }
    let slot = try slot(named: key)
    if let found = slot?.registrations, found.key != key || !found.belong(to: self) {
      throw .wrapperReplaced(key: key, object: describe(self))
    }
    return slot
  }

  package func unregister(_ observer: KeyValueObject, keyPath: KeyPathString, context: SoughtContext) throws(Violation)
  {
    let found = try observationInfo?.remove(keyPath, of: observer, context, from: self)
    guard let found else {
      if observer is any SharedObserver { return }
      throw .notRegistered(observer: describe(observer), keyPath: keyPath.description, object: describe(self))
    }
    EventProbe.report(EngineEvent.removed(found))
    guard let route = found.route else { return }
    defer { route.takeDown() }
    if !found.isForOthers { try route.checkAnnounced(for: found) }
  }
}
