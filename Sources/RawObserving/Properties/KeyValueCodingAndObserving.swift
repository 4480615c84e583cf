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
    guard let declared = type(of: self).computedKeys.last(where: { $0.path == path }) else {
      terminate(
        .invalidArgument(
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
  public func changing<Value, Result, Failure>(
    _ property: KeyPath<Self, Property<Value>>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = key(of: property)
    willChangeValue(forKey: key)
    defer { didChangeValue(forKey: key) }
    return try body()
  }

  // MARK: Collections

  /// Returns the array of a property, to be changed element by element: `playlist.mutableArray(\.$tracks)`.
  public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]>>) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key(of: property))
  }

  /// Returns the array of an optional property, to be changed element by element. Nil becomes an array at the first
  /// change.
  public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]?>>) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key(of: property))
  }

  /// Returns the set of a property, to be changed member by member: `playlist.mutableSet(\.$tags)`.
  public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>>>) -> MutableSetValue<Element> {
    MutableSetValue(self, key(of: property))
  }

  /// Returns the set of an optional property, to be changed member by member. Nil becomes a set at the first change.
  public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>?>>) -> MutableSetValue<Element> {
    MutableSetValue(self, key(of: property))
  }

  /// The key of a property of this object. Raises for a path through another object.
  private func key<Value>(of property: KeyPath<Self, Property<Value>>) -> String {
    enforcing { () throws(Violation) in
      let path = try keyPath(of: self[keyPath: property])
      if path.isOneKey { return path.first }
      throw .unsupportedKeyPath(path.description, object: describe(self), access: "willChangeValueForKey:")
    }
  }
}
