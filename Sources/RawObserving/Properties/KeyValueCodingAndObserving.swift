/// A ``KeyValueObject``, with its own type in reach: what typed key paths are written against.
///
/// Apple's Foundation has a protocol of this name, with an underscore, for the same purpose. Nothing but
/// ``KeyValueObject`` conforms to it.
public protocol KeyValueCodingAndObserving: KeyValueObject {}

extension KeyValueObject: KeyValueCodingAndObserving {}

extension KeyValueCodingAndObserving {
  /// A computed property as a ``Property``, so that it can be named by a typed key path:
  ///
  ///     var fullNameProperty: Property<String> { computed(\Person.fullName) }
  ///
  /// `\.fullNameProperty` then stands where `\.$first` could stand.
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

  /// Announces a change of a property of this object, which the body makes.
  public func changing<Value, Result, Failure>(
    _ property: KeyPath<Self, Property<Value>>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = key(of: property)
    willChangeValue(forKey: key)
    defer { didChangeValue(forKey: key) }
    return try body()
  }

  // MARK: Collections

  /// The array of a property, to be changed element by element: `playlist.mutableArray(\.$tracks)`.
  public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]>>) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key(of: property))
  }

  /// The array of a property that may be nil, to be changed element by element. A nil becomes an array.
  public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]?>>) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key(of: property))
  }

  /// The set of a property, to be changed member by member: `playlist.mutableSet(\.$tags)`.
  public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>>>) -> MutableSetValue<Element> {
    MutableSetValue(self, key(of: property))
  }

  /// The set of a property that may be nil, to be changed member by member. A nil becomes a set.
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
