/// The observed properties of a class: their names, and where in an object they are stored.
///
/// A setter knows where its property is stored and needs the name; `value(forKey:)` and
/// `setValue(_:forKey:)` know the name and need the place. Swift has no public way from the one to the
/// other: `Mirror` lists names, but hands out copies. The three functions at the end of this file are those
/// that `Mirror` itself is built on; they are exported by the runtime, but not documented. Everything that
/// depends on them is in this file.
final class StoredProperties: Sendable {
  private let byKey: [String: StoredProperty]
  private let keyAtOffset: [Int: String]
  /// The properties that take no room, such as one of type `Void`, by their types: to the runtime they
  /// all have the offset 0.
  private let emptyKeys: [ObjectIdentifier: [String]]
  private let weakOffsets: Set<Int>

  subscript(key: String) -> StoredProperty? { byKey[key] }

  /// Where the properties of that name are stored that take room. There is more than one if a superclass
  /// and a subclass have private properties of the same name.
  func offsets(of key: String) -> [Int] {
    keyAtOffset.filter { $0.value == key }.map(\.key)
  }

  /// As ``offsets(of:)``, of weak properties alone.
  func weakOffsets(of key: String) -> [Int] {
    weakOffsets.isEmpty ? [] : offsets(of: key).filter(weakOffsets.contains)
  }

  /// The key of the property whose wrapper is stored at that address inside the object.
  static func key<Value>(
    of object: KeyValueObject, _ wrapper: Observed<Value>.Type, storedAt place: UnsafeRawPointer
  ) throws(Violation) -> String {
    let properties = try of(object)
    if MemoryLayout<Value>.size == 0 {
      return try properties.emptyKey(of: object, wrapper)
    }
    return try properties.key(of: object, storedAt: place)
  }

  /// The key of the weak property that is stored at that address inside the object.
  static func key(
    of object: KeyValueObject, weakAt place: WeakStorage.Place
  ) throws(Violation) -> String {
    try of(object).key(of: object, storedAt: place)
  }

  private func key(
    of object: KeyValueObject, storedAt place: UnsafeRawPointer
  ) throws(Violation) -> String {
    guard let key = keyAtOffset[object.offset(of: place)] else {
      throw .reflectionDisabled(className: "\(type(of: object))")
    }
    return key
  }

  private func emptyKey<Value>(
    of object: KeyValueObject, _ wrapper: Observed<Value>.Type
  ) throws(Violation) -> String {
    guard let keys = emptyKeys[ObjectIdentifier(wrapper)] else {
      throw .reflectionDisabled(className: "\(type(of: object))")
    }
    guard keys.count == 1 else {
      throw .unresolvedKeyPath(
        keys.map { "\\\(type(of: object)).\($0)" }.joined(separator: " or "),
        advice: """
          Each holds a \(Value.self), which takes no room, so they are stored in the same place. Keep \
          one of them, or give them types of their own.
          """)
    }
    return keys[0]
  }

  private static let known = Locked<[ObjectIdentifier: StoredProperties]>([:])

  /// The observed properties of the object's class and its superclasses.
  static func of(_ object: KeyValueObject) throws(Violation) -> StoredProperties {
    // An observed object has them at hand, and the lock that all objects share is not taken.
    if let properties = object.observationInfo?.properties { return properties }
    return try of(type(of: object))
  }

  /// Those of a class; looked up once for each class.
  static func of(_ type: KeyValueObject.Type) throws(Violation) -> StoredProperties {
    if let found = known.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    let properties = try StoredProperties(of: type)
    known.withLock { $0[ObjectIdentifier(type)] = properties }
    return properties
  }

  private init(of type: KeyValueObject.Type) throws(Violation) {
    var byKey: [String: StoredProperty] = [:]
    var keyAtOffset: [Int: String] = [:]
    var emptyKeys: [ObjectIdentifier: [String]] = [:]
    var weakOffsets: Set<Int> = []
    let count = fieldCount(type)
    // The root has a field of its own, so there is always one, unless fields are not described at all.
    if count == 0 { throw .reflectionDisabled(className: "\(type)") }
    for index in 0..<count {
      var field = FieldDescription()
      let fieldType = fieldType(type, index: index, description: &field)
      defer { field.free?(field.name) }
      guard let observed = fieldType as? any ObservedStorage.Type, let name = field.name else {
        continue
      }
      // The wrapper of `date` is stored in `_date`.
      let key = String(String(cString: name).dropFirst())
      let offset = fieldOffset(type, index: index)
      // A superclass's fields come first. A private property of its may have the same name as one of
      // the subclass: both are announced, and the subclass's is the one that is read by name.
      byKey[key] = StoredProperty(storage: observed, offset: offset)
      if observed.isEmpty {
        emptyKeys[ObjectIdentifier(observed), default: []].append(key)
      } else {
        keyAtOffset[offset] = key
      }
      if observed.isWeak { weakOffsets.insert(offset) }
    }
    self.byKey = byKey
    self.keyAtOffset = keyAtOffset
    self.emptyKeys = emptyKeys
    self.weakOffsets = weakOffsets
  }
}

/// One observed property of a class: what it holds, and where in the object.
struct StoredProperty: Sendable {
  let storage: any ObservedStorage.Type
  let offset: Int

  func value(in object: KeyValueObject) -> Any? { storage.value(at: place(in: object)) }

  var type: Any.Type { storage.valueType }

  /// Stores the value, or returns false if it is of another type.
  func store(_ value: Any?, in object: KeyValueObject) -> Bool {
    storage.store(value, at: place(in: object), in: object)
  }

  /// Changes the value in place, or returns false if it is of another type.
  func modify<Value>(
    in object: KeyValueObject, as type: Value.Type, _ body: (inout Value) -> Void
  ) -> Bool {
    guard storage == Observed<Value>.self else { return false }
    body(&place(in: object).assumingMemoryBound(to: Observed<Value>.self).pointee.stored)
    return true
  }

  /// Whether the value could be stored.
  func accepts(_ value: Any?) -> Bool { storage.accepts(value) }

  // Sound because the offset comes from the runtime's description of the object's own class, and the
  // object is alive: the caller holds it.
  private func place(in object: KeyValueObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque() + offset
  }
}

/// An ``Observed`` or an ``ObservedWeak`` of some type.
protocol ObservedStorage: SendableMetatype {
  static var valueType: Any.Type { get }
  /// Whether it takes no room.
  static var isEmpty: Bool { get }
  /// Whether it holds its object weakly.
  static var isWeak: Bool { get }
  static func value(at place: UnsafeMutableRawPointer) -> Any?
  static func accepts(_ value: Any?) -> Bool
  static func store(
    _ value: Any?, at place: UnsafeMutableRawPointer, in object: KeyValueObject
  ) -> Bool
}

extension Observed: ObservedStorage {
  static var valueType: Any.Type { Value.self }

  static var isEmpty: Bool { MemoryLayout<Self>.size == 0 }

  static var isWeak: Bool { false }

  static func value(at place: UnsafeMutableRawPointer) -> Any? {
    erase(place.assumingMemoryBound(to: Observed<Value>.self).pointee.stored)
  }

  static func accepts(_ value: Any?) -> Bool { converted(value) != nil }

  static func store(
    _ value: Any?, at place: UnsafeMutableRawPointer, in object: KeyValueObject
  ) -> Bool {
    guard let value = converted(value) else { return false }
    place.assumingMemoryBound(to: Observed<Value>.self).pointee.stored = value
    return true
  }

  /// The value as this property's type; `.some(nil)` is nil for a property that can be nil.
  static func converted(_ value: Any?) -> Value? {
    let given: Any? = value is KeyValueNull ? nil : value
    return given.map { $0 as? Value } ?? (Value.self as? any NilValue.Type)?.nilValue as? Value
  }
}

extension ObservedWeak: ObservedStorage {
  static var valueType: Any.Type { Object?.self }

  static var isEmpty: Bool { false }

  static var isWeak: Bool { true }

  static func value(at place: UnsafeMutableRawPointer) -> Any? {
    WeakStorage.object(at: place.assumingMemoryBound(to: WeakStorage.self))
  }

  static func accepts(_ value: Any?) -> Bool { Observed<Object?>.accepts(value) }

  static func store(
    _ value: Any?, at place: UnsafeMutableRawPointer, in owner: KeyValueObject
  ) -> Bool {
    guard let object = Observed<Object?>.converted(value) else { return false }
    owner.storeWeakly(object, at: place.assumingMemoryBound(to: WeakStorage.self))
    return true
  }
}

private protocol NilValue {
  static var nilValue: Any { get }
}

extension Optional: NilValue {
  fileprivate static var nilValue: Any { Self.none as Any }
}

/// What the runtime fills in when it describes a field.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type, index: Int, description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type
