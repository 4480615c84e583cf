/// Reading and writing a property by its name.
extension KeyValueObject {
  /// The slot of the stored property with that name; nil if there is none.
  func slot(named key: String) throws(Violation) -> AnySlot? {
    if let known = observationInfo?.registrations(for: key)?.slot { return known }
    return try FieldNames.slot(named: key, in: self)
  }

  package func codedValue(forKey key: String) throws(Violation) -> Any? {
    if let slot = try slot(named: key) { return slot.anyValue }
    if let computed = type(of: self).computedKey(key) { return computed.read(self) }
    throw undefinedKey(key)
  }

  /// Sets the property. By default it is announced if its key notifies automatically.
  package func setCodedValue(_ value: Any?, forKey key: String, announcing: Bool = true) throws(Violation) {
    if let slot = try slot(named: key) {
      if try isStorable(value, forKey: key, slot.accepts, slot.valueType) {
        slot.set(value, in: self, announcing: announcing)
      }
    } else if let computed = type(of: self).computedKey(key), let write = computed.write {
      guard try isStorable(value, forKey: key, computed.accepts, Swift.type(of: computed.path).valueType) else {
        return
      }
      let notifies = announcing && type(of: self).automaticallyNotifiesObservers(forKey: key)
      if notifies { willChangeValue(forKey: key) }
      write(self, value)
      if notifies { didChangeValue(forKey: key) }
    } else {
      throw .undefinedKey(key, object: describe(self), access: "setValue:forUndefinedKey:")
    }
  }

  /// Sets the property for a caller that announces the change. The class's own `setValue` is called for a key that only
  /// it knows.
  func storeWithoutAnnouncing(_ value: Any?, forKey key: String) throws(Violation) {
    if try slot(named: key) == nil && type(of: self).computedKey(key) == nil { return setValue(value, forKey: key) }
    try setCodedValue(value, forKey: key, announcing: false)
  }

  /// Whether the value can be stored. Calls `setNilValue` for nil if the property cannot be nil.
  private func isStorable(_ value: Any?, forKey key: String, _ accepts: (Any?) -> Bool, _ type: Any.Type)
    throws(Violation) -> Bool
  {
    if accepts(value) { return true }
    if let value = unwrapped(value as Any), !(value is KeyValueNull) {
      throw .wrongType(key: key, object: describe(self), expected: "\(type)", found: "\(Swift.type(of: value))")
    }
    setNilValue(forKey: key)
    return false
  }
}

/// Reading and writing at the end of a path.
extension KeyValueObject {
  /// Returns the value at the end of a key path.
  ///
  ///     let date = view.value(forKeyPath: "clock.date") as? Int
  ///     let count = playlist.value(forKeyPath: "tracks.@count") as? Int
  ///
  /// It calls ``value(forKey:)`` of each object on the path. `@count` at the end counts an array or a set.
  ///
  /// Raises `NSInvalidArgumentException` for a malformed path, or if a value on the path is not a `KeyValueObject`,
  /// and `NSUnknownKeyException` for a key that an object does not have.
  ///
  /// - Complexity: that of ``value(forKey:)``, for each key.
  ///
  /// - Parameter keyPath: the name of a property, or several with dots in between.
  /// - Returns: the value; nil if it, or a value on the path, is nil.
  public func value(forKeyPath keyPath: String) -> Any? {
    enforcing { () throws(Violation) -> Any? in
      try currentValue(at: KeyPathString(keyPath, for: self), for: "valueForKeyPath:")
    }
  }

  /// Sets the property at the end of a key path. Does nothing if a value on the path is nil.
  ///
  ///     view.setValue(1, forKeyPath: "clock.date")
  ///
  /// It calls ``setValue(_:forKey:)`` of the object that has the property. If the key notifies automatically, the
  /// observers are called on this thread, before the call returns. Raises as ``value(forKeyPath:)`` and
  /// ``setValue(_:forKey:)`` do.
  ///
  /// > Warning: A property that is `private(set)` can be set from anywhere by its name.
  ///
  /// - Complexity: as for ``value(forKeyPath:)``, and proportional to the number of registrations that the last key
  ///   concerns.
  ///
  /// - Parameters:
  ///   - value: the new value; nil or ``KeyValueNull/null`` for nil.
  ///   - keyPath: the name of a property, or several with dots in between.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    // The search has returned before the set begins: its frames are large, and sets nest.
    let found = enforcing { () throws(Violation) -> (object: KeyValueObject, key: String)? in
      try place(at: KeyPathString(keyPath, for: self))
    }
    if let found { found.object.setValue(value, forKey: found.key) }
  }

  /// The value at the end of the path; nil if a value on the path is nil.
  func currentValue(
    at path: KeyPathString, for access: String = Violation.adding,
    reading read: (KeyValueObject, String) -> Any? = { $0.value(forKey: $1) }
  ) throws(Violation) -> Any? {
    var object = self
    var path = path
    while true {
      path = try path.named(in: object)
      let value = read(object, path.first)
      guard let rest = path.rest, let value else { return value }
      if let next = value as? KeyValueObject {
        (object, path) = (next, rest)
      } else if rest.isCount, let collection = value as? any Countable {
        return collection.count
      } else {
        throw .unsupportedKeyPath(rest.description, object: "\(type(of: value))", access: access)
      }
    }
  }

  /// Sets the property at the end of the path, unless a value on the path is nil.
  package func setCurrentValue(_ value: Any?, at path: KeyPathString) throws(Violation) {
    if let place = try place(at: path) { place.object.setValue(value, forKey: place.key) }
  }

  /// The object of the property at the end of the path, and the property's key; nil if a value on the path is nil.
  func place(at path: KeyPathString) throws(Violation) -> (object: KeyValueObject, key: String)? {
    guard let (parent, key) = path.last else { return (self, path.first) }
    let access = "setValue:forKeyPath:"
    guard let target = try currentValue(at: parent, for: access) else { return nil }
    guard let object = target as? KeyValueObject else {
      throw .unsupportedKeyPath(key.description, object: "\(type(of: target))", access: access)
    }
    // A typed key may lead to a property that is a path itself.
    let last = try key.named(in: object)
    return try last.isOneKey ? (object, last.first) : object.place(at: last)
  }
}

/// A collection that the operator `@count` counts.
protocol Countable { var count: Int { get } }

extension Array: Countable {}
extension Set: Countable {}

extension KeyValueObject {
  /// The value that the initial call of the registration carries.
  func initialValue(for registration: Registration) throws(Violation) -> Any {
    let call = """
      \(describe(self)) addObserver:\(registration.observerDescription) \
      forKeyPath:@"\(shortened(registration.keyPath.description))" \
      options:\(registration.options.rawValue) context:\(unsafe hexadecimal(registration.context))
      """
    let thread = ThreadState.current
    let outer = thread.initialRead
    defer { thread.initialRead = outer }
    let value = try currentValue(at: registration.keyPath) { object, key in
      thread.initialRead = (call, key)
      return object.value(forKey: key)
    }
    return value ?? KeyValueNull.null
  }

  /// The violation of reading a key that the object does not have.
  func undefinedKey(_ key: String) -> Violation {
    if let read = ThreadState.current.initialRead, read.key == key {
      return .undefinedKeyObserved(key, call: read.call)
    }
    return .undefinedKey(key, object: describe(self), access: "valueForUndefinedKey:")
  }
}
