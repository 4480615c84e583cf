import ManagedObserving
import RawObserving

/// Reads from mirrors what the stored properties of the story's objects refer to.
///
/// A mirror does not say how a property refers to an object: the type does, see ``Declared``. An unowned property is never
/// read: a read after its target is deallocated would end the process. A type of the program that has a mirror of its own
/// is not read either: that mirror is code of the program, which has marks.
enum FieldReader {
  struct Found: Hashable {
    let property: String
    let target: String
    let strength: RecordedEvent.Strength
  }

  /// The property of an object, or of a structure.
  private struct Field {
    let name: String
    let strength: RecordedEvent.Strength
    let value: Any
  }

  /// The elements behind these are not read.
  static let mostElements = 64

  // MARK: Objects

  /// The named objects that the object refers to now.
  static func references(of object: AnyObject, _ name: @escaping (ObjectIdentifier) -> String?) -> [Found] {
    var found: [Found] = []
    for field in fields(of: object) {
      var search = Search(name: name)
      search.look(into: field.value)
      for (target, strength) in search.targets {
        let one = Found(property: field.name, target: target, strength: strength ?? field.strength)
        if !found.contains(one) { found.append(one) }
      }
    }
    return found
  }

  /// The texts of the properties that hold a plain value: a number, a text, nil, a collection of them.
  static func values(of object: AnyObject) -> [String: String] {
    var values: [String: String] = [:]
    for field in fields(of: object) {
      // The value of an observed property is in its slot.
      let facts = TypeFacts.about(field.value)
      let value: Any? = facts.isObserved || facts.isWeak ? Self.value(ofWrapper: field.value) : .some(field.value)
      if let value, let text = PlainValue().text(of: value) { values[field.name] = text }
    }
    return values
  }

  /// What all properties hold, in words in which an object has its name.
  static func texts(of object: AnyObject, _ name: @escaping (ObjectIdentifier) -> String?) -> [String: String] {
    var texts: [String: String] = [:]
    for field in fields(of: object) {
      texts.merge(self.texts(of: field.value, called: field.name, name)) { one, _ in one }
    }
    return texts
  }

  /// What a value is, in such words; of a structure of the program what each of its properties is.
  static func texts(
    of value: Any, called path: String, _ name: @escaping (ObjectIdentifier) -> String?, depth: Int = 0
  ) -> [String: String] {
    let facts = TypeFacts.about(value)
    if facts.isOfProgram, !facts.isHidden, !facts.isClass, depth < 4 {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .struct {
        let parts = fields(of: mirror).map { texts(of: $0.value, called: "\(path).\($0.name)", name, depth: depth + 1) }
        return parts.reduce(into: [:]) { $0.merge($1) { one, _ in one } }
      }
    }
    return text(of: value, name).map { [path: $0] } ?? [:]
  }

  /// What stands for a closure.
  static let closure = "a closure"

  /// The pointer that a value is; nil if it is none.
  static func pointer(_ value: Any) -> UnsafeMutableRawPointer? {
    switch value {
    case let pointer as UnsafeMutableRawPointer: pointer
    case let pointer as UnsafeRawPointer: UnsafeMutableRawPointer(mutating: pointer)
    default: nil
    }
  }

  /// The property of an object that holds a pointer.
  static func property(of object: AnyObject, holding pointer: UnsafeMutableRawPointer) -> String? {
    fields(of: object).first { Self.pointer($0.value) == pointer }?.name
  }

  /// What a value is, in words that differ where something can be told apart; nil if nothing can.
  static func text(of value: Any, _ name: @escaping (ObjectIdentifier) -> String?, depth: Int = 0) -> String? {
    if depth > 6 { return nil }
    let facts = TypeFacts.about(value)
    if facts.isObserved || facts.isWeak {
      return Self.value(ofWrapper: value).flatMap { text(of: $0, name, depth: depth + 1) }
    }
    let plain = PlainValue { other in
      let facts = TypeFacts.about(other)
      if facts.isHidden || facts.isLookingOnly { return nil }
      if let token = other as? ObservationToken { return token.isActive ? "active" : "ended" }
      if facts.isClass { return name(ObjectIdentifier(other as AnyObject)) ?? "an object" }
      let mirror = Mirror(reflecting: other)
      switch mirror.displayStyle {
      case .enum: return mirror.children.first?.label
      case nil: return "\(Swift.type(of: other))".contains("->") ? closure : nil
      default:
        let texts = parts(of: mirror).compactMap { text(of: $0.value, name, depth: depth + 1) }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
      }
    }
    return plain.text(of: value)
  }

  private static func value(ofWrapper wrapper: Any) -> Any? {
    guard let slot = Mirror(reflecting: wrapper).children.first?.value else { return nil }
    return Mirror(reflecting: slot).children.first { $0.label == "value" || $0.label == "object" }?.value
  }

  /// The objects of the program's own classes in the properties that retain, by property.
  static func objects(of object: AnyObject) -> [(property: String, objects: Objects)] {
    fields(of: object).filter { $0.strength == .strong }.map { ($0.name, objects(in: $0.value)) }
  }

  /// The properties of an object, without those of the root class of the engine.
  private static func fields(of object: AnyObject) -> [Field] {
    // Before a mirror is made: the class may make its own.
    if TypeFacts.about(object).isHidden { return [] }
    var fields: [Field] = []
    var next: Mirror? = Mirror(reflecting: object)
    while let mirror = next, mirror.subjectType != KeyValueObject.self {
      if !TypeFacts.about(type: mirror.subjectType).isHidden { fields += self.fields(of: mirror) }
      next = mirror.superclassMirror
    }
    return fields
  }

  /// The properties of one level of a class, or of a structure, without those that are unowned.
  private static func fields(of mirror: Mirror) -> [Field] {
    guard let declared = TypeFacts.about(type: mirror.subjectType).declared else {
      return mirror.children.compactMap { child in
        child.label.map { Field(name: name($0), strength: .strong, value: child.value) }
      }
    }
    // A mirror reads each property when it is asked for, together with its name. If there are others than the type says,
    // which is which is not known.
    guard let children = AnyRandomAccessCollection(mirror.children), children.count == declared.count else { return [] }
    return declared.enumerated().filter { $0.element.strength != .unowned }.compactMap { index, property in
      children.dropFirst(index).first.map {
        Field(name: name(property.name), strength: property.strength, value: $0.value)
      }
    }
  }

  /// What wraps a property, or a macro, stores it under a name with a `_` before it.
  private static func name(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    if label.hasPrefix(lazy) { return String(label.dropFirst(lazy.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  // MARK: Values

  /// The objects of the program's own classes in a value, and whether there may be more that are not read.
  struct Objects {
    var list: [AnyObject] = []
    var isCut = false
  }

  /// The objects of the program's own classes in a value: itself, in an optional, in a structure, or in a collection.
  static func objects(in value: Any) -> Objects {
    var objects = Objects()
    collect(value, into: &objects, 0)
    return objects
  }

  private static func collect(_ value: Any, into objects: inout Objects, _ depth: Int) {
    let facts = TypeFacts.about(value)
    if facts.isPlain || facts.isLookingOnly || facts.isWeak { return }
    if facts.isClass {
      if facts.isOfProgram { objects.list.append(value as AnyObject) }
      guard facts.isSlot else { return }
    }
    if facts.isHidden || depth > 6 { return }
    let mirror = Mirror(reflecting: value)
    let before = objects.list.count
    for part in parts(of: mirror) where part.strength == .strong { collect(part.value, into: &objects, depth + 1) }
    if isCollection(mirror), mirror.children.count > mostElements, objects.list.count > before { objects.isCut = true }
  }

  private static func isCollection(_ mirror: Mirror) -> Bool {
    [.collection, .set, .dictionary].contains(mirror.displayStyle)
  }

  /// What a value is made of: the properties of a structure, the elements of a collection, what an optional holds.
  private static func parts(of mirror: Mirror) -> [(value: Any, strength: RecordedEvent.Strength)] {
    if TypeFacts.about(type: mirror.subjectType).declared != nil {
      return fields(of: mirror).map { ($0.value, $0.strength) }
    }
    return mirror.children.prefix(mostElements).map { ($0.value, .strong) }
  }

  /// The named objects that a variable holds, and whether weakly.
  static func references(in value: Any, _ name: @escaping (ObjectIdentifier) -> String?) -> [String: RecordedEvent
    .Strength]
  {
    var search = Search(name: name)
    search.look(into: value)
    return Dictionary(
      search.targets.map { ($0.name, $0.strength ?? .strong) },
      uniquingKeysWith: { first, second in
        first == .strong ? first : second
      })
  }

  /// The property of a structure of the program through which it leads to the object; nil if the value is none.
  static func path(in value: Any, to identity: ObjectIdentifier) -> String? {
    let facts = TypeFacts.about(value)
    guard facts.isOfProgram, !facts.isClass, !facts.isHidden else { return nil }
    return fields(of: Mirror(reflecting: value)).first { field in
      var search = Search { $0 == identity ? "it" : nil }
      search.look(into: field.value)
      return !search.targets.isEmpty
    }?.name
  }

  /// The search for objects inside one value.
  private struct Search {
    let name: (ObjectIdentifier) -> String?
    var targets: [(name: String, strength: RecordedEvent.Strength?)] = []
    private var visited: Set<ObjectIdentifier> = []

    init(name: @escaping (ObjectIdentifier) -> String?) { self.name = name }

    mutating func look(into value: Any, _ depth: Int = 0, weakly: Bool = false) {
      if depth > 6 { return }
      let facts = TypeFacts.about(value)
      if facts.isPlain || facts.isLookingOnly { return }
      if facts.isClass {
        let identity = ObjectIdentifier(value as AnyObject)
        if let name = name(identity) { return targets.append((name, weakly ? .weak : nil)) }
        guard facts.isTransparent, visited.insert(identity).inserted else { return }
      }
      if facts.isHidden { return }
      for part in FieldReader.parts(of: Mirror(reflecting: value)) {
        look(into: part.value, depth + 1, weakly: weakly || facts.isWeak || part.strength == .weak)
      }
    }
  }
}
