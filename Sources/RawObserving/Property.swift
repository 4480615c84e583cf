internal import Synchronization

/// An observed property of an object, or a path through several of them: the type of `$date`.
///
/// You name it by a key path when you observe: `\.$date`, or `\.$clock.$date`. Write each property of a path with its
/// `$`. An optional property needs no question mark. Naming a property does not read it. Code that is generic over a
/// property reads and sets it by `object[property]`.
///
/// A property that is not declared with ``Observed`` or ``ObservedWeak`` has no `$`, so it does not compile. A
/// computed property has none either; see ``KeyValueCodingAndObserving/computed(_:)``.
///
/// A `Property` is no publisher and holds no value: it names a property. No path leads through the elements of an
/// array, or through a structure: observe the array or the structure whole.
///
/// If you declare a property that returns a `Property`, it has to return the same property in every object of a class.
/// It may return a path. In a path such as `\.$clock.main` the name is learnt once for each class of a clock. A
/// protocol asks for one in that way, `var volumeProperty: Property<Int> { get }`, and a class answers `{ $volume }`.
@dynamicMemberLookup public struct Property<Value> {
  let first: FirstKey
  let rest: [TypedKey]

  @usableFromInline init(of slot: AnySlot) { self.init(.stored(slot)) }

  init(_ first: FirstKey, _ rest: [TypedKey] = []) { (self.first, self.rest) = (first, rest) }

  // MARK: `\.$clock.$date`

  /// A property of the object that this property holds.
  public subscript<Next>(dynamicMember path: any KeyPath<Value, Property<Next>> & Sendable) -> Property<Next>
  where Value: KeyValueObject { .init(first, rest + [.interned(path)]) }

  /// A property of the object that this property holds; nil if it holds none.
  public subscript<Object: KeyValueObject, Next>(
    dynamicMember path: any KeyPath<Object, Property<Next>> & Sendable
  ) -> Property<Next?> where Value == Object? { .init(first, rest + [.interned(path)]) }

  /// An optional property of the object that this property holds; nil if either is nil.
  public subscript<Object: KeyValueObject, Next>(
    dynamicMember path: any KeyPath<Object, Property<Next?>> & Sendable
  ) -> Property<Next?> where Value == Object? { .init(first, rest + [.interned(path)]) }
}

extension Property: SlotHolder {
  @usableFromInline var anySlot: AnySlot? { if case .stored(let slot) = first { slot } else { nil } }
}

/// How the first key of a path is known.
enum FirstKey {
  /// By the property's slot.
  case stored(AnySlot)
  /// By its name.
  case named(String)
}

extension KeyValueObject {
  /// The key path, from this object, of a property of this object.
  ///
  /// Objects on the path are read only if the name of a key is not known yet. A key after a nil gets its name when an
  /// object is set there.
  package func keyPath<Value>(of property: Property<Value>) throws(Violation) -> KeyPathString {
    let first: String
    switch property.first {
    case .named(let key): first = key
    case .stored(let slot):
      // The slot may be another object's: for \.clock.$date, without the first $.
      if let known = slot.registrations, known.belong(to: self) {
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
          // The stored value, without a getter, because this is also called while an object is being created. What is
          // being written cannot be read, and is not needed to end an observation.
          let slot = try current.slot(named: key)
          object = slot?.isBeingWritten == false ? slot?.anyValue as? KeyValueObject : nil
        } else {
          object = nil
        }
        key = try object.flatMap { (object) throws(Violation) in try next.path(in: object)?.name }
      }
    }
    return KeyPathString(.named(first), property.rest.map { .typed($0) })
  }
}

/// A key after the first one, written as `\.$date`. Equal keys share their names.
struct TypedKey: Hashable, Sendable {
  // Of all equal paths the one that was used first, so the names live as long as one of the keys.
  private let path: any AnyKeyPath & Sendable
  private let known: TypedKeyNames

  /// The name in the class that declares the property, if it has been learnt.
  var name: String? { known.name }

  /// Whether both name the same property.
  func names(_ other: TypedKey) -> Bool { self == other || known.property.map { $0 == other.known.property } ?? false }

  /// Whether a text names the same property, whatever object is on the path. It does not if some class has another
  /// property of that name.
  func isNamed(_ text: String) -> Bool { known.property.map { $0.key == text && !FieldNames.isRenamed($0) } ?? false }

  /// What it is in the class of the object, learnt from the object if it is not known; nil if the object has no such
  /// property. It is one key, unless the class declares a `Property` that is a path.
  func path(in object: KeyValueObject) throws(Violation) -> KeyPathString? { try known.path(in: object, by: path) }

  /// How many names the process has learnt.
  static let learntCount = Atomic<Int>(0)

  static func == (key: TypedKey, other: TypedKey) -> Bool { key.known === other.known }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(known)) }

  // MARK: All of the process

  private struct All {
    /// By the hash values of their paths.
    var names: [Int: [TypedKeyNames]] = [:]
    var count = 0
    /// The count from which those without a path are removed.
    var limit = 64
  }
  private static let all = Locked(All())

  /// The key for that path.
  static func interned<Object: KeyValueObject, Value>(
    _ path: any KeyPath<Object, Property<Value>> & Sendable
  ) -> TypedKey {
    let hash = path.hashValue
    return key(for: path, hash, among: all.withLock { $0.names[hash] ?? [] })
  }

  /// An argument in the path is hashed and compared by its class, so outside the lock. If another thread has added a
  /// key meanwhile, the search begins anew.
  private static func key<Object: KeyValueObject, Value>(
    for path: any KeyPath<Object, Property<Value>> & Sendable, _ hash: Int, among known: [TypedKeyNames]
  ) -> TypedKey {
    for names in known {
      if let equal = names.path, equal == path { return TypedKey(path: equal, known: names) }
    }
    let new = TypedKeyNames(of: path)
    let (isAdded, present, isFull) = all.withLock { all in
      guard all.names[hash]?.last === known.last else { return (false, all.names[hash] ?? [], false) }
      all.names[hash, default: []].append(new)
      all.count += 1
      return (true, [], all.count >= all.limit)
    }
    if isFull { removeUnused() }
    return isAdded ? TypedKey(path: path, known: new) : key(for: path, hash, among: present)
  }

  /// Removes the names whose paths have been deallocated. Their number has doubled since the last time.
  private static func removeUnused() {
    let all = all.withLock { all in
      all.limit = .max
      return all.names
    }
    // Outside the lock: what is read here may be the last reference to a path, and to an argument in it.
    let unused = all.mapValues { $0.filter { $0.path == nil } }
    Self.all.withLock { all in
      for (hash, unused) in unused where !unused.isEmpty {
        all.names[hash]?.removeAll { names in unused.contains { $0 === names } }
        if all.names[hash]?.isEmpty ?? false { all.names[hash] = nil }
        all.count -= unused.count
      }
      all.names.shrinkIfSparse()
      all.limit = Swift.max(64, 2 * all.count)
    }
  }
}

/// The names of the property to which a typed key leads. They are learnt from the first object that has the property,
/// and again for each class: in a subclass with a private property of the same name it is `date(Clock)`.
private final class TypedKeyNames: Sendable {
  /// Held weakly, because it holds its arguments: `\.$clock[held]`. A path without arguments is never deallocated.
  weak let path: (any AnyKeyPath & Sendable)?
  private let look: @Sendable (KeyValueObject, AnyKeyPath) throws(Violation) -> KeyPathString?

  private struct Learnt {
    var ofClasses: [ObjectIdentifier: KeyPathString] = [:]
    /// The property in the class of the first object.
    var first: FieldNames.Declaration?
    /// Whether it has been the same property in every class so far.
    var isSame = true
  }
  private let learnt = Locked(Learnt())

  init<Object: KeyValueObject, Value>(of path: any KeyPath<Object, Property<Value>> & Sendable) {
    self.path = path
    look = { (object, path) throws(Violation) in
      guard let object = object as? Object, let path = path as? KeyPath<Object, Property<Value>> else { return nil }
      return try object.keyPath(of: object[keyPath: path])
    }
  }

  var name: String? { learnt.withLock { $0.first?.key } }

  /// The property; nil if it is not known, or not the same in every class.
  var property: FieldNames.Declaration? { learnt.withLock { $0.isSame ? $0.first : nil } }

  func path(in object: KeyValueObject, by path: AnyKeyPath) throws(Violation) -> KeyPathString? {
    let type = type(of: object)
    if let known = learnt.withLock({ $0.ofClasses[ObjectIdentifier(type)] }) { return known }
    guard let found = try look(object, path) else { return name.map { KeyPathString(.named($0), []) } }
    if !found.isNamed { return found }
    // A computed key is the same in every class, because a subclass overrides it.
    let computed = FieldNames.Declaration(type: KeyValueObject.self, key: found.description)
    let property = FieldNames.declaration(of: found.description, in: type) ?? computed
    learnt.withLock { learnt in
      if learnt.first == nil { TypedKey.learntCount.add(1, ordering: .relaxed) }
      learnt.isSame = learnt.isSame && property == learnt.first ?? property
      learnt.first = learnt.first ?? property
      learnt.ofClasses[ObjectIdentifier(type)] = found
    }
    return found
  }
}
