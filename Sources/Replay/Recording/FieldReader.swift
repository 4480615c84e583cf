import RawObserving

/// Reads from mirrors what the stored properties of the story's objects refer to.
///
/// A mirror does not say how a property refers to an object: the type does, see ``Declared``. An unowned property is never read: a
/// read after its target is deallocated would end the process. A type of the program that has a mirror of its own is not read
/// either: that mirror is code of the program, which has marks.
struct FieldReader {
  struct Found: Hashable {
    let property: String
    let target: String
    let strength: RecordedEvent.Strength
  }

  /// The stored properties of a class, by its levels: the class, its superclass, and so on up to the root class.
  private var levels: [ObjectIdentifier: [[Field]]] = [:]

  private struct Field {
    let index: Int
    let property: String
    let strength: RecordedEvent.Strength

    /// - Parameter label: the name, with a `_` before it if a wrapper or a macro has the storage.
    init(_ index: Int, _ label: String, _ strength: RecordedEvent.Strength) {
      (self.index, self.strength) = (index, strength)
      property = label.hasPrefix("_") ? String(label.dropFirst()) : label
    }
  }

  /// The named objects that a variable holds, and whether weakly.
  static func references(in value: Any, _ name: @escaping (ObjectIdentifier) -> String?) -> [String: RecordedEvent
    .Strength]
  {
    var search = Search(name: name)
    search.look(into: value)
    return Dictionary(search.targets.map { ($0.name, $0.strength ?? .strong) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a mirror of the value would be made by the program.
  static func hasOwnMirror(_ value: Any) -> Bool { TypeFacts.about(value).isHidden }

  /// The property of a structure through which it leads to the object; nil if the value is no structure.
  static func path(in value: Any, to identity: ObjectIdentifier) -> String? {
    let facts = TypeFacts.about(value)
    guard facts.isOfProgram, !facts.isClass, !facts.isHidden else { return nil }
    for field in fields(of: Mirror(reflecting: value)) where field.strength != .unowned {
      guard let child = AnyRandomAccessCollection(Mirror(reflecting: value).children)?.dropFirst(field.index).first
      else {
        continue
      }
      var search = Search { $0 == identity ? "it" : nil }
      search.look(into: child.value)
      if !search.targets.isEmpty { return field.property }
    }
    return nil
  }

  /// The named objects that the object refers to now.
  mutating func references(of object: AnyObject, _ name: @escaping (ObjectIdentifier) -> String?) -> [Found] {
    let mirrors = Self.mirrors(of: object)
    var found: [Found] = []
    for (mirror, fields) in zip(mirrors, fields(of: object, mirrors)) {
      guard let children = AnyRandomAccessCollection(mirror.children) else { continue }
      for field in fields where field.strength != .unowned {
        guard let value = children.dropFirst(field.index).first?.value else { continue }
        var search = Search(name: name)
        search.look(into: value)
        for (target, strength) in search.targets {
          let one = Found(property: field.property, target: target, strength: strength ?? field.strength)
          if !found.contains(one) { found.append(one) }
        }
      }
    }
    return found
  }

  /// The texts of the properties that hold a plain value: a number, a text, nil, a collection of them.
  mutating func values(of object: AnyObject) -> [String: String] {
    let mirrors = Self.mirrors(of: object)
    var values: [String: String] = [:]
    for (mirror, fields) in zip(mirrors, fields(of: object, mirrors)) {
      guard let children = AnyRandomAccessCollection(mirror.children) else { continue }
      for field in fields where field.strength != .unowned {
        guard let stored = children.dropFirst(field.index).first?.value else { continue }
        // The value of an observed property is in its slot.
        let facts = TypeFacts.about(stored)
        let value: Any? = facts.isObserved || facts.isWeak ? Self.value(ofWrapper: stored) : .some(stored)
        if let value, let text = PlainValue().text(of: value) { values[field.property] = text }
      }
    }
    return values
  }

  private static func value(ofWrapper wrapper: Any) -> Any? {
    guard let slot = Mirror(reflecting: wrapper).children.first?.value else { return nil }
    return Mirror(reflecting: slot).children.first { $0.label == "value" || $0.label == "object" }?.value
  }

  /// The objects of the program's own classes in the properties that retain.
  mutating func objects(of object: AnyObject) -> [AnyObject] {
    let mirrors = Self.mirrors(of: object)
    return zip(mirrors, fields(of: object, mirrors)).flatMap { mirror, fields -> [AnyObject] in
      // Each child is read when it is asked for, and none that is not.
      guard let children = AnyRandomAccessCollection(mirror.children) else { return [] }
      return fields.filter { $0.strength == .strong }.flatMap { field in
        children.dropFirst(field.index).first.map { Self.objects(in: $0.value) } ?? []
      }
    }
  }

  /// The objects of the program's own classes in a value: itself, in an optional, or in a collection.
  static func objects(in value: Any, _ depth: Int = 0) -> [AnyObject] {
    let facts = TypeFacts.about(value)
    if facts.isLookingOnly { return [] }
    if facts.isClass { return facts.isOfProgram ? [value as AnyObject] : [] }
    if facts.isHidden || facts.isWeak || depth > 3 { return [] }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      return mirror.children.prefix(mostElements).flatMap { objects(in: $0.value, depth + 1) }
    case .optional, .tuple, .struct, .enum:
      return facts.children(of: mirror).filter { $0.strength == .strong }.flatMap { objects(in: $0.value, depth + 1) }
    default: return []
    }
  }

  /// The objects in a longer collection are not all read.
  static let mostElements = 64

  private mutating func fields(of object: AnyObject, _ mirrors: [Mirror]) -> [[Field]] {
    let type = ObjectIdentifier(type(of: object))
    if let known = levels[type] { return known }
    let found = mirrors.map { mirror in Self.fields(of: mirror) }
    levels[type] = found
    return found
  }

  /// The fields of one level, or of a structure. Of a type with unowned properties the compiler gives the names: a mirror reads
  /// each property together with its name.
  private static func fields(of mirror: Mirror) -> [Field] {
    let declared = (mirror.subjectType as? any Declared.Type)?.__stored
    if let declared, declared.type == mirror.subjectType {
      if declared.properties.count == mirror.children.count {
        return declared.properties.enumerated().map { Field($0.offset, $0.element.name, $0.element.strength) }
      }
      // They could be mixed up. Nothing is recorded of them.
      return []
    }
    return mirror.children.enumerated().compactMap { index, child in child.label.map { Field(index, $0, .strong) } }
  }

  /// The mirrors of an object's levels, without the root class of the engine; none if its class has a mirror of its own.
  private static func mirrors(of object: AnyObject) -> [Mirror] {
    if TypeFacts.about(object).isHidden { return [] }
    var mirrors: [Mirror] = []
    var next: Mirror? = Mirror(reflecting: object)
    while let mirror = next, mirror.subjectType != KeyValueObject.self {
      mirrors.append(mirror)
      next = mirror.superclassMirror
    }
    return mirrors
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
      if facts.isLookingOnly { return }
      if facts.isClass {
        let identity = ObjectIdentifier(value as AnyObject)
        if let name = name(identity) { return targets.append((name, weakly ? .weak : nil)) }
        guard facts.isTransparent, visited.insert(identity).inserted else { return }
      }
      if facts.isHidden { return }
      for (child, strength) in facts.children(of: Mirror(reflecting: value)).prefix(FieldReader.mostElements) {
        look(into: child, depth + 1, weakly: weakly || facts.isWeak || strength == .weak)
      }
    }
  }

  /// What is known of a type. Finding it out takes longer than everything else, so it is done once for each.
  private struct TypeFacts {
    /// Whether it looks at an object without holding it.
    let isLookingOnly: Bool
    /// Whether what is inside is held weakly.
    let isWeak: Bool
    /// Whether the references of an object count as those of its holder: the slots of observed properties, and the
    /// stories' own helpers.
    let isTransparent: Bool

    /// Whether it is the wrapper of an observed property.
    let isObserved: Bool
    /// Whether it is a class, one of the program's own, and whether it has a mirror of its own, which is never asked.
    let isClass: Bool
    let isOfProgram: Bool
    let isHidden: Bool
    /// Whether it is a structure that says which of its properties do not retain.
    let isDeclared: Bool

    /// The children of a value, without those that are unowned.
    func children(of mirror: Mirror) -> [(value: Any, strength: RecordedEvent.Strength)] {
      guard isDeclared, let children = AnyRandomAccessCollection(mirror.children) else {
        return mirror.children.prefix(FieldReader.mostElements).map { ($0.value, .strong) }
      }
      return FieldReader.fields(of: mirror).filter { $0.strength != .unowned }.compactMap { field in
        children.dropFirst(field.index).first.map { ($0.value, field.strength) }
      }
    }

    private static let known = Locked<[ObjectIdentifier: TypeFacts]>([:])

    static func about(_ value: Any) -> TypeFacts {
      let type = type(of: value)
      if let facts = known.withLock({ $0[ObjectIdentifier(type)] }) { return facts }
      let name = String(reflecting: type)
      let modules = ["Swift.", "Foundation.", "RawObserving.", "ManagedObserving.", "Replay."]
      let isOfProgram = name.hasPrefix("Marked.")
      let isClass = type is AnyClass
      let facts = TypeFacts(
        isLookingOnly: value is any LooksWithoutHolding, isWeak: name.hasPrefix("RawObserving.ObservedWeak"),
        isTransparent: !modules.contains(where: name.hasPrefix) || name.hasPrefix("RawObserving.Slot")
          || name.hasPrefix("RawObserving.WeakSlot"),
        isObserved: name.hasPrefix("RawObserving.Observed<"), isClass: isClass, isOfProgram: isOfProgram,
        isHidden: isOfProgram && value is any CustomReflectable,
        isDeclared: !isClass && type is any Declared.Type)
      known.withLock { $0[ObjectIdentifier(type)] = facts }
      return facts
    }
  }
}

/// A value that looks at an object and does not hold it, such as a weak probe. No reference of it is drawn.
package protocol LooksWithoutHolding {}
