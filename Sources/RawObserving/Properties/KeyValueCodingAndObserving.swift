/// A ``KeyValueObject`` that can name its own type, `Self`, in typed key paths.
///
/// Apple's Foundation has a protocol of this name, with an underscore, for the same purpose. Only ``KeyValueObject``
/// conforms to it.
public protocol KeyValueCodingAndObserving: KeyValueObject {}

extension KeyValueObject: KeyValueCodingAndObserving {}

extension KeyValueCodingAndObserving {
  /// Returns a computed property as a ``Property``, so that you can name it by a typed key path:
  ///
  ///     var fullNameProperty: Property<String> { computed(\Person.fullName) }
  ///
  /// You can then write `\.fullNameProperty` in place of a key path such as `\.$first`.
  ///
  /// Raises `NSInvalidArgumentException` if the class does not declare the property in
  /// ``KeyValueObject/computedKeys``.
  public func computed<Value>(_ path: KeyPath<Self, Value>) -> Property<Value> {
    guard let declared = type(of: self).declaredKeys.last(where: { $0.path as AnyKeyPath == path }) else {
      terminate(
        .undeclared(
          """
          [\(describe(self)) computed:]: the property is not declared. Add a ComputedKey for it to \
          computedKeys, with the same key path.
          """))
    }
    return Property(.named(declared.key))
  }

  // MARK: Announcing by hand

  /// Announces that the value of a property of this object is about to change on this thread, as
  /// ``KeyValueObject/willChangeValue(forKey:)`` does.
  public func willChangeValue<Value>(for property: KeyPath<Self, Property<Value>>) {
    willChangeValue(forKey: key(of: property))
  }

  /// Announces that the value of a property of this object has changed on this thread, as
  /// ``KeyValueObject/didChangeValue(forKey:)`` does.
  public func didChangeValue<Value>(for property: KeyPath<Self, Property<Value>>) {
    didChangeValue(forKey: key(of: property))
  }

  /// Announces the change of a property of this object that the body makes.
  ///
  /// It is for a property whose class announces it by hand, and for writes to `storedValue`. If the body sets a property
  /// that notifies automatically, its observers are called twice: once for the set, and once for this pair.
  public func changing<Value, Result, Failure>(
    _ property: KeyPath<Self, Property<Value>>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = key(of: property)
    willChangeValue(forKey: key)
    defer { didChangeValue(forKey: key) }
    return try body()
  }

  /// The key of a property of this object. Raises for a path through another object.
  @usableFromInline func key<Value>(of property: KeyPath<Self, Property<Value>>) -> String {
    enforcing { () throws(Violation) in
      let path = try keyPath(of: self[keyPath: property])
      if path.isOneKey { return path.first }
      throw .unsupportedKeyPath(path.description, object: describe(self), access: "willChangeValueForKey:")
    }
  }
}
