/// Where the paths of registrations lead.
extension Model {
  // MARK: Values

  /// The value of a key, computed or stored, or nil where the object has no such key.
  func value(_ object: String, _ key: String) -> Value? {
    guard let stored = values[object] else { return nil }
    if let value = stored[key] { return value }
    if Cast.stored(by: object).isEmpty { return nil }
    switch key {
    case "label": return int(object, "rating").map { .int($0 + 100) } ?? .null
    case "total":
      let ofNext = follow(object, "next").flatMap { int($0, "plays") }
      return .int((int(object, "plays") ?? 0) + (int(object, "label") ?? 0) + (ofNext ?? 0))
    case "grand": return .int((int(object, "total") ?? 0) + (int(object, "plays") ?? 0))
    case "alias", "knot": return value(object, "next")
    case "far":
      let rating = follow(object, "alias").flatMap { follow($0, "next") }.flatMap {
        int($0, "rating")
      }
      return rating.map { .int($0) } ?? .null
    case "doubled": return .int((int(object, "plays") ?? 0) * 2)
    case "songCount":
      guard case .array(let songs) = stored["songs"] else { return nil }
      return .int(songs.count)
    default: return nil
    }
  }

  private func int(_ object: String, _ key: String) -> Int? {
    if case .int(let number) = value(object, key) { number } else { nil }
  }

  /// The object that the key leads to now.
  func follow(_ object: String, _ key: String) -> String? {
    if case .object(let next) = value(object, key) { next } else { nil }
  }

  /// Reads a value as the engine does for an observer; a key that is not there is noted, and reads nil.
  mutating func read(_ object: String, _ key: String) -> Value {
    touch(object, key)
    if let value = value(object, key) { return value }
    undefinedReads.insert("\(object).\(key)")
    return .null
  }

  /// The value at the end of a path, nil if there is nil on the way.
  mutating func read(_ object: String, path keys: [String], isSet: Bool = false) throws(Stop) -> Value {
    let value = read(object, keys[0])
    let rest = Array(keys.dropFirst())
    if rest.isEmpty || value == .null { return value }
    if case .object(let next) = value { return try read(next, path: rest, isSet: isSet) }
    if rest == ["@count"], let count = value.count { return .int(count) }
    throw .violation(.unsupported(rest, by: value, isSet: isSet))
  }

  /// Notes it if the value of the key is lent, or is computed from one that is.
  mutating func touch(_ object: String, _ key: String) {
    if isLent(object, key) { hasTouchedLent = true }
  }

  private func isLent(_ object: String, _ key: String) -> Bool {
    if lentKeys.isEmpty { return false }
    if lentKeys.contains(Place(object: object, key: key)) { return true }
    // What a computed key is computed from is what it depends on, from the same object or the next.
    if Cast.stored(by: object)[key] != nil { return false }
    return Cast.triggers(of: key, in: object).contains { trigger in
      var place: String? = object
      return trigger.contains { key in
        guard let object = place else { return false }
        if isLent(object, key) { return true }
        place = follow(object, key)
        return false
      }
    }
  }

  /// Notes it if the link at that place has to be looked at and is lent.
  mutating func touch(_ node: Node, _ registration: Registration) {
    if next(after: node, registration) != nil { touch(node.object, node.keys[0]) }
  }

  // MARK: Ways

  /// All places that the registration's way leads to, dependent keys included.
  func way(of registration: Registration) -> [Node] {
    places(from: Node(object: registration.object, keys: registration.keys), registration)
  }

  /// All places that the way leads to from this one.
  func places(from node: Node, _ registration: Registration) -> [Node] {
    var found: [Node] = []
    visit(node, registration, &found)
    return found
  }

  private func visit(_ node: Node, _ registration: Registration, _ found: inout [Node]) {
    if found.contains(node) { return }
    found.append(node)
    for trigger in Cast.triggers(of: node.keys[0], in: node.object) {
      visit(Node(object: node.object, keys: trigger), registration, &found)
    }
    if let next = next(after: node, registration) { visit(next, registration, &found) }
  }

  /// The place that follows, if the path goes on and the value is an object.
  func next(after node: Node, _ registration: Registration) -> Node? {
    let rest = Array(node.keys.dropFirst())
    if rest.isEmpty || rest == ["@count"] || isCut(node, registration) { return nil }
    let object = registration.unannounced[node] ?? follow(node.object, node.keys[0])
    return object.map { Node(object: $0, keys: rest) }
  }

  /// Whether the link at that place is changing.
  func isCut(_ node: Node, _ registration: Registration) -> Bool {
    (open + lent).contains { change in
      change.entries.contains { $0.registration == registration.id && $0.cut.contains(node) }
    }
  }

  /// The last place of the registration's own path, dependent keys left aside.
  func end(of registration: Registration) -> Node {
    ownPlaces(of: registration).last!
  }

  /// The places of the registration's own path, dependent keys left aside.
  func ownPlaces(of registration: Registration) -> [Node] {
    var places = [Node(object: registration.object, keys: registration.keys)]
    while let next = next(after: places[places.count - 1], registration) { places.append(next) }
    return places
  }

  /// Whether the registration hears of a change of that key.
  func waits(_ registration: Registration, for object: String, _ key: String) -> Bool {
    way(of: registration).contains { $0.object == object && $0.keys[0] == key }
  }

  /// The links on the registration's way whose values change when that key's does: the key itself, and
  /// what depends on it.
  func links(of registration: Registration, changingWith object: String, _ key: String) -> [Node] {
    way(of: registration).filter { node in
      if node.keys.count == 1 { return false }
      if node.object == object && node.keys[0] == key { return true }
      return Cast.triggers(of: node.keys[0], in: node.object).contains { trigger in
        places(from: Node(object: node.object, keys: trigger), registration)
          .contains { $0.object == object && $0.keys[0] == key }
      }
    }
  }

  /// Reads the links at those places, as the engine does to follow them, and checks that they can be.
  mutating func follow(_ nodes: [Node]) throws(Stop) {
    for node in nodes {
      if Cast.dependsOnItself(node.keys[0], in: node.object) {
        throw .violation(.dependsOnItself(node.keys[0], in: node.object))
      }
      let rest = Array(node.keys.dropFirst())
      if rest.isEmpty { continue }
      let value = read(node.object, node.keys[0])
      switch value {
      case .null: continue
      case .object where rest != ["@count"]: continue
      case .array where rest == ["@count"], .set where rest == ["@count"]: continue
      default: throw .violation(.unsupported(rest, by: value))
      }
    }
  }
}

extension Value {
  /// How many elements or members there are.
  fileprivate var count: Int? {
    switch self {
    case .array(let elements): elements.count
    case .set(let members): members.count
    default: nil
    }
  }
}
