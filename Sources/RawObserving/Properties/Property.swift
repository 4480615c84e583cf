/// An observed property of an object, or a path through several of them: what `$date` is.
///
/// You name it by a key path where you observe: `\.$date`, or `\.$clock.$date`. Along a path each property is written
/// with its `$`, and a property that can be nil needs no question mark. Nothing is read by that.
///
/// A property that is not declared with ``Observed`` or ``ObservedWeak`` has no `$`, so it does not compile. A
/// computed property has none either; see ``KeyValueCodingAndObserving/computed(_:)``.
///
/// A property of yours that returns a `Property` has to return that of the same name in every object. Behind another
/// property, as in `\.$clock.main`, the name is learnt once for the whole process.
@dynamicMemberLookup public struct Property<Value> {
  let first: FirstKey
  let rest: [TypedKey]

  @usableFromInline init(of slot: AnySlot) { self.init(.stored(slot)) }

  init(_ first: FirstKey, _ rest: [TypedKey] = []) { (self.first, self.rest) = (first, rest) }

  // MARK: `\.$clock.$date`

  /// A property of the object that this property holds.
  public subscript<Next>(dynamicMember path: KeyPath<Value, Property<Next>>) -> Property<Next>
  where Value: KeyValueObject { .init(first, rest + [.interned(path)]) }

  /// A property of the object that this property holds, if it holds one.
  public subscript<Object: KeyValueObject, Next>(dynamicMember path: KeyPath<Object, Property<Next>>) -> Property<Next?>
  where Value == Object? { .init(first, rest + [.interned(path)]) }

  /// A property of the object that this property holds, if it holds one; nil where either is nil.
  public subscript<Object: KeyValueObject, Next>(
    dynamicMember path: KeyPath<Object, Property<Next?>>
  ) -> Property<Next?> where Value == Object? { .init(first, rest + [.interned(path)]) }
}

/// How the first key of a path is told.
enum FirstKey {
  /// By the property's slot.
  case stored(AnySlot)
  /// By its name.
  case named(String)
}

extension KeyValueObject {
  /// The key path of a property for an observer that takes values of the property's type. Throws if the object has a
  /// property of another type with the same name: the observer would hear of both.
  package func typedKeyPath<Value>(of property: Property<Value>) throws(Violation) -> KeyPathString {
    let path = try keyPath(of: property)
    if !FieldNames.isAmbiguous(path.first, in: self) { return path }
    throw .invalidArgument(
      "[\(describe(self))]: two private properties are named \"\(path.first)\", and their types differ. Rename one.")
  }

  /// The key path, from this object, of a property of this object.
  ///
  /// A path through several objects is followed only as far as the name of a key is not known yet, and as far as
  /// there are objects. What lies behind a nil gets its name when an object comes.
  package func keyPath<Value>(of property: Property<Value>) throws(Violation) -> KeyPathString {
    let first: String
    switch property.first {
    case .named(let key): first = key
    case .stored(let slot):
      // The slot of another object may have registrations: of \.clock.$date, without the first $.
      if let known = slot.registrations.object, known === observationInfo?.registrations(for: known.key) {
        first = known.key
      } else {
        first = try FieldNames.key(of: slot, in: self)
      }
    }
    var object: KeyValueObject? = self
    var key: String? = first
    if property.rest.contains(where: { $0.name == nil }) {
      for next in property.rest {
        if let key, let current = object {
          // What is stored: no getter is called, because this is asked while an object is being made, too.
          object = try current.slots(named: key).first?.anyValue as? KeyValueObject
        } else {
          object = nil
        }
        key = try object.flatMap { (object) throws(Violation) in try next.name(in: object) }
      }
    }
    return KeyPathString(.named(first), property.rest.map { .typed($0) })
  }
}

/// A key that was written as `\.$date`, behind another one: its name is learnt from the first object that has the
/// property.
final class TypedKey: @unchecked Sendable {
  // Sound because a key path never changes, and what it reads of an object is a wrapper that never changes after the
  // object has been made.
  private let look: (KeyValueObject) throws(Violation) -> String?
  private let learntName = Locked<String?>(nil)

  private init<Object: KeyValueObject, Value>(_ path: KeyPath<Object, Property<Value>>) {
    look = { (object) throws(Violation) in
      guard let object = object as? Object else { return nil }
      return try object.typedKeyPath(of: object[keyPath: path]).description
    }
  }

  /// The name, if it has been learnt.
  var name: String? { learntName.withLock { $0 } }

  /// The name, learnt from an object if need be; nil if the object has no such property.
  func name(in object: KeyValueObject) throws(Violation) -> String? {
    if let name { return name }
    let found = try look(object)
    learntName.withLock { $0 = found ?? $0 }
    return found
  }

  private static let all = Locked<[AnyKeyPath: TypedKey]>([:])

  /// The one key for that path in the process, so that what one registration learns all others know.
  static func interned<Object: KeyValueObject, Value>(_ path: KeyPath<Object, Property<Value>>) -> TypedKey {
    all.withLock { all in
      let key = all[path] ?? TypedKey(path)
      all[path] = key
      return key
    }
  }
}
