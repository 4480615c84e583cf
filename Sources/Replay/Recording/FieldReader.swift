import RawObserving

/// Reads from mirrors what the stored properties of the story's objects refer to.
///
/// A mirror does not say how a property refers to an object: the compiler does, see ``MarkedSource``. An unowned property is read once, when its object is made: a read after its target is deallocated
/// would end the process.
struct FieldReader {
  struct Found: Hashable {
    let property: String
    let target: String
    let strength: RecordedEvent.Strength
  }

  private let declared: [String: RecordedEvent.Strength]
  /// The stored properties of a class, by its levels: the class, its superclass, and so on up to the root class.
  private var levels: [ObjectIdentifier: [[Field]]] = [:]
  /// What unowned properties referred to when they were read.
  private var unowned: [ObjectIdentifier: [Found]] = [:]

  private struct Field {
    let index: Int
    let property: String
    let strength: RecordedEvent.Strength
  }

  /// - Parameter declared: the properties that do not retain, by class and name: `ClockView.clock`.
  init(_ declared: [String: RecordedEvent.Strength]) { self.declared = declared }

  /// The named objects that a variable holds, and whether weakly.
  static func references(in value: Any, _ name: @escaping (ObjectIdentifier) -> String?) -> [String: RecordedEvent
    .Strength]
  {
    var search = Search(name: name)
    search.look(into: value)
    return Dictionary(search.targets.map { ($0.name, $0.strength ?? .strong) }, uniquingKeysWith: { first, _ in first })
  }

  /// The named objects that the object refers to now.
  mutating func references(of object: AnyObject, _ name: @escaping (ObjectIdentifier) -> String?) -> [Found] {
    let mirrors = Self.mirrors(of: object)
    let levels = fields(of: object, mirrors)
    let isFirst = unowned[ObjectIdentifier(object)] == nil
    var found: [Found] = []
    var once: [Found] = []
    for (mirror, fields) in zip(mirrors, levels) {
      guard let children = AnyRandomAccessCollection(mirror.children) else { continue }
      for field in fields where field.strength != .unowned || isFirst {
        guard let value = children.dropFirst(field.index).first?.value else { continue }
        var search = Search(name: name)
        search.look(into: value)
        for (target, strength) in search.targets {
          let one = Found(property: field.property, target: target, strength: strength ?? field.strength)
          if field.strength == .unowned { once.append(one) } else if !found.contains(one) { found.append(one) }
        }
      }
    }
    if isFirst { unowned[ObjectIdentifier(object)] = once }
    return found + (unowned[ObjectIdentifier(object)] ?? [])
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
    return zip(mirrors, fields(of: object, mirrors)).flatMap { mirror, fields in
      let children = Array(mirror.children)
      return fields.filter { $0.strength == .strong }.flatMap { Self.objects(in: children[$0.index].value) }
    }
  }

  /// The objects of the program's own classes in a value: itself, in an optional, or in a collection.
  static func objects(in value: Any, _ depth: Int = 0) -> [AnyObject] {
    if TypeFacts.about(value).isLookingOnly { return [] }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class: return String(reflecting: type(of: value)).hasPrefix("Marked.") ? [value as AnyObject] : []
    case .optional, .collection, .set, .dictionary, .tuple, .struct, .enum:
      if depth > 3 || TypeFacts.about(value).isWeak { return [] }
      return mirror.children.prefix(16).flatMap { objects(in: $0.value, depth + 1) }
    default: return []
    }
  }

  /// What was noted of a deallocated object: another may have its address now.
  mutating func forget(_ identity: ObjectIdentifier) { unowned[identity] = nil }

  private mutating func fields(of object: AnyObject, _ mirrors: [Mirror]) -> [[Field]] {
    let type = ObjectIdentifier(type(of: object))
    if let known = levels[type] { return known }
    let found = mirrors.map { mirror in
      mirror.children.enumerated().compactMap { index, child -> Field? in
        guard let label = child.label else { return nil }
        let property = label.hasPrefix("_") ? String(label.dropFirst()) : label
        return Field(
          index: index, property: property, strength: declared["\(mirror.subjectType).\(property)"] ?? .strong)
      }
    }
    levels[type] = found
    return found
  }

  /// The mirrors of an object's levels, without the root class of the engine.
  private static func mirrors(of object: AnyObject) -> [Mirror] {
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
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class {
        let identity = ObjectIdentifier(value as AnyObject)
        if let name = name(identity) { return targets.append((name, weakly ? .weak : nil)) }
        guard facts.isTransparent, visited.insert(identity).inserted else { return }
      }
      for child in mirror.children.prefix(64) { look(into: child.value, depth + 1, weakly: weakly || facts.isWeak) }
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

    private static let known = Locked<[ObjectIdentifier: TypeFacts]>([:])

    static func about(_ value: Any) -> TypeFacts {
      let type = type(of: value)
      if let facts = known.withLock({ $0[ObjectIdentifier(type)] }) { return facts }
      let name = String(reflecting: type)
      let modules = ["Swift.", "Foundation.", "RawObserving.", "ManagedObserving.", "Replay."]
      let facts = TypeFacts(
        isLookingOnly: value is any LooksWithoutHolding, isWeak: name.hasPrefix("RawObserving.ObservedWeak"),
        isTransparent: !modules.contains(where: name.hasPrefix) || name.hasPrefix("RawObserving.Slot")
          || name.hasPrefix("RawObserving.WeakSlot"),
        isObserved: name.hasPrefix("RawObserving.Observed<"))
      known.withLock { $0[ObjectIdentifier(type)] = facts }
      return facts
    }
  }
}

/// A value that looks at an object and does not hold it, such as a weak probe. No reference of it is drawn.
package protocol LooksWithoutHolding {}
