/// Reading and writing at the end of a path.
extension KeyValueObject {
  /// Returns the value at the end of a key path; nil if a value on the path is nil. `@count` at the end counts an array
  /// or a set.
  ///
  /// Raises `NSInvalidArgumentException` for a malformed path, or if a value on the path is not a `KeyValueObject`.
  public func value(forKeyPath keyPath: String) -> Any? {
    enforcing { () throws(Violation) -> Any? in
      try currentValue(at: KeyPathString(keyPath, for: self), for: "valueForKeyPath:")
    }
  }

  /// Sets the property at the end of a key path. Does nothing if a value on the path is nil.
  ///
  /// Raises as ``value(forKeyPath:)`` and ``setValue(_:forKey:)`` do.
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
  private func place(at path: KeyPathString) throws(Violation) -> (object: KeyValueObject, key: String)? {
    guard let (parent, key) = path.last else { return (self, path.first) }
    let access = "setValue:forKeyPath:"
    guard let target = try currentValue(at: parent, for: access) else { return nil }
    guard let object = target as? KeyValueObject else {
      throw .unsupportedKeyPath(key, object: "\(type(of: target))", access: access)
    }
    return (object, key)
  }
}

/// A collection that the operator `@count` counts.
protocol Countable { var count: Int { get } }

extension Array: Countable {}
extension Set: Countable {}
