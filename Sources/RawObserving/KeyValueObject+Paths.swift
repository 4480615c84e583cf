/// Reading and writing at the end of a path.
extension KeyValueObject {
  /// The value at the end of a key path, nil if there is nil on the way. `@count` at the end counts an
  /// array or a set.
  ///
  /// Raises `NSInvalidArgumentException` for a malformed path, or one that leads through a value that is
  /// no `KeyValueObject`.
  public final func value(forKeyPath keyPath: String) -> Any? {
    raising { () throws(Violation) -> Any? in
      try currentValue(at: KeyPathString(keyPath, for: self), for: "valueForKeyPath:")
    }
  }

  /// Sets the property at the end of a key path, and does nothing if there is nil on the way.
  ///
  /// Raises as ``value(forKeyPath:)`` and ``setValue(_:forKey:)`` do.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    raising { () throws(Violation) in try setCurrentValue(value, atPath: keyPath) }
  }

  final package func setCurrentValue(_ value: Any?, atPath keyPath: String) throws(Violation) {
    try setCurrentValue(value, at: KeyPathString(keyPath, for: self))
  }

  /// The value at the end of the path, nil if there is nil on the way.
  final func currentValue(
    at path: KeyPathString, for access: String = Violation.adding
  ) throws(Violation) -> Any? {
    var object = self
    var path = path
    while true {
      let value = object.value(forKey: path.first)
      guard let rest = path.rest, let value else { return value }
      if let next = value as? KeyValueObject {
        (object, path) = (next, rest)
      } else if rest.description == "@count", let collection = value as? any Countable {
        return collection.count
      } else {
        throw .unsupportedKeyPath(
          rest.description, object: "\(type(of: value))", access: access)
      }
    }
  }

  /// Sets the property at the end of the path, unless there is nil on the way.
  final func setCurrentValue(_ value: Any?, at path: KeyPathString) throws(Violation) {
    guard let (parent, key) = path.last else { return setValue(value, forKey: path.first) }
    let access = "setValue:forKeyPath:"
    guard let target = try currentValue(at: parent, for: access) else { return }
    guard let object = target as? KeyValueObject else {
      throw .unsupportedKeyPath(key, object: "\(type(of: target))", access: access)
    }
    object.setValue(value, forKey: key)
  }
}

/// What the operator `@count` counts.
protocol Countable {
  var count: Int { get }
}

extension Array: Countable {}
extension Set: Countable {}
