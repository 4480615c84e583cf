internal import Synchronization

/// Finds the name that a typed key path stands for: `date` for `\.date`, `clock.date` for `\.clock?.date`.
///
/// Swift does not tell: a path to a wrapped property prints as `<computed 0x…>`. So the first time it is
/// asked for, the path is read on the live object, while the getters of ``Observed`` note what they pass.
/// The answer has to be exact: a path of one property must be equal to the one that the compiler hands to
/// the noted property's getter. A computed property, which merely reads an observed one, fails that test
/// and raises, unless its class declares it as a ``ComputedKey``. A path through several objects is taken
/// apart, and each of its properties has to pass: NestedKeyPathNaming.swift.
@usableFromInline enum KeyPathNaming {
  /// A property whose getter has run while a path was read.
  struct Noted {
    let object: ObjectIdentifier
    let path: AnyKeyPath
    let key: String
    /// Whether the class is the one that declares the property, or inherits from it.
    let isPart: (_ class: KeyValueObject.Type) -> Bool
  }

  /// What one reading has noted on its thread.
  private final class Notes {
    var properties: [Noted] = []
  }

  private static let notes = ThreadLocal<Notes>()

  // How many readings are under way on all threads. In most cases a getter need look no further.
  private static let readings = Atomic<Int>(0)

  /// A subclass may declare a path to a property of its superclass as a computed key, so what a path is
  /// called depends on the class of the object, too.
  private struct Question: Hashable {
    let type: ObjectIdentifier
    let path: AnyKeyPath
  }

  private static let known = Locked<[Question: String]>([:])

  /// Whether this thread is reading a path.
  @usableFromInline static var isUnderWay: Bool {
    readings.load(ordering: .relaxed) > 0 && notes.value != nil
  }

  @usableFromInline
  static func note<Owner: KeyValueObject, Value>(
    _ object: Owner, _ property: ReferenceWritableKeyPath<Owner, Value>,
    storedAt place: UnsafeRawPointer
  ) {
    note(object, property) { () throws(Violation) in
      try StoredProperties.key(of: object, Observed<Value>.self, storedAt: place)
    }
  }

  @usableFromInline
  static func note<Owner: KeyValueObject, Object>(
    _ object: Owner, _ property: ReferenceWritableKeyPath<Owner, Object?>,
    weakAt place: WeakStorage.Place
  ) {
    note(object, property) { () throws(Violation) in
      try StoredProperties.key(of: object, weakAt: place)
    }
  }

  private static func note<Owner: KeyValueObject>(
    _ object: Owner, _ property: AnyKeyPath, called key: () throws(Violation) -> String
  ) {
    let key = raising(key)
    notes.value?.properties.append(
      Noted(object: ObjectIdentifier(object), path: property, key: key) { $0 is Owner.Type })
  }

  /// The key that the path names in the object, or a violation where that cannot be told for certain.
  static func key<Object: KeyValueObject, Value>(
    for path: KeyPath<Object, Value>, of object: Object
  ) throws(Violation) -> String {
    let question = Question(type: ObjectIdentifier(type(of: object)), path: path)
    if let found = known.withLock({ $0[question] }) { return found }
    let key = try unknownKey(for: path, of: object)
    known.withLock { $0[question] = key }
    return key
  }

  private static func unknownKey<Object: KeyValueObject, Value>(
    for path: KeyPath<Object, Value>, of object: Object
  ) throws(Violation) -> String {
    if let computed = type(of: object).computedKeys.last(where: { isSame(path, as: $0.path) }) {
      return computed.key
    }
    if KeyPathComponent.isLayoutKnown {
      guard let properties = KeyPathComponent.all(of: path) else { throw .noProperties(path) }
      if properties.count > 1 { return try key(for: path, properties, of: object) }
    }
    let noted = read(path, of: object)
    guard let first = noted.first else {
      throw .unresolvedKeyPath(
        "\(path)", advice: "It does not read a property declared with @Observed.")
    }
    guard noted.count == 1, first.object == ObjectIdentifier(object), isSame(path, as: first.path)
    else {
      let owner = type(of: first.path).rootType
      throw .unresolvedKeyPath(
        "\(path)",
        advice: """
          It reads the property "\(first.key)" of \(owner), but it is not that property. If you mean \
          it, write \\\(owner).\(first.key) or the string "\(first.key)". A computed property has to be \
          declared in computedKeys.
          """)
    }
    return first.key
  }

  /// Reads the path once, and returns the properties whose getters have run.
  static func read<Object: KeyValueObject, Value>(
    _ path: KeyPath<Object, Value>, of object: Object
  ) -> [Noted] {
    _ = object.existingOrNewInfo  // the getters take notes only then
    let outer = notes.value
    let own = Notes()
    notes.value = own
    readings.add(1, ordering: .relaxed)
    _ = object[keyPath: path]
    readings.subtract(1, ordering: .relaxed)
    notes.value = outer
    return own.properties
  }

  /// Whether the two paths name the same property. `\AlarmClock.date` and `\Clock.date` do, where
  /// `AlarmClock` inherits `date`, although Swift calls them different because their roots differ.
  private static func isSame<Object, Value>(
    _ path: KeyPath<Object, Value>, as noted: AnyKeyPath
  ) -> Bool {
    if path == noted { return true }
    guard type(of: noted).valueType == Value.self else { return false }
    // Both paths were made for the object's class or a superclass of it, so both can be followed from it:
    // calling the noted one a path from `Object` is true, although its type says less. Paths to the same
    // property differ in their roots alone, and giving both the same root in front makes them comparable.
    // The result is compared, never followed.
    let reRooted = Unmanaged<KeyPath<Object, Value>>
      .fromOpaque(Unmanaged.passUnretained(noted).toOpaque()).takeUnretainedValue()
    let root = \Root<Object>.object
    return root.appending(path: path) == root.appending(path: reRooted)
  }

  private struct Root<Object> {
    var object: Object
  }
}

extension KeyValueObject {
  /// The name of the property that a typed key path stands for, as the string form takes it.
  package static func key<Object: KeyValueObject, Value>(
    for path: KeyPath<Object, Value>, of object: Object
  ) throws(Violation) -> String {
    try KeyPathNaming.key(for: path, of: object)
  }
}
