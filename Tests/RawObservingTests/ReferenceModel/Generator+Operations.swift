/// Single operations.
extension Generator {
  /// A will or a did, of whatever key.
  mutating func half(_ make: (String, String) -> Operation) -> Operation {
    if Bool.random(using: &random) {
      let (object, key) = anyProperty()
      return make(object, key)
    }
    return make(one(of: Cast.objects), anyKey())
  }

  mutating func add() -> Operation {
    if Int.random(in: 0..<6, using: &random) == 0, let again = added.randomElement(using: &random) {
      return .add(observer: again.observer, to: again.object, path: again.path, options: options(), context: context())
    }
    let (observer, path, context) = (observer(), path(), context())
    let isOfList = Self.collectionPaths.contains(path)
    let object = one(of: isOfList ? Cast.lists : Cast.objects)
    added.append((observer, object, path, context))
    return .add(observer: observer, to: object, path: path, options: options(), context: context)
  }

  mutating func remove() -> Operation {
    let isRight = Int.random(in: 0..<8, using: &random) > 0
    if isRight, let found = added.randomElement(using: &random) {
      let context: Int? =
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<3: nil
        case 3..<5: found.context
        default: context()
        }
      return .remove(observer: found.observer, from: found.object, path: found.path, context: context)
    }
    return .remove(
      observer: observer(), from: one(of: Cast.objects), path: path(),
      context: Bool.random(using: &random) ? nil : context())
  }

  mutating func set() -> Operation {
    let (object, key) = anyProperty()
    return .set(object, key: key, value(for: key))
  }

  /// A property with a setter; mostly one that is observed.
  mutating func anyProperty() -> (object: String, key: String) {
    if Int.random(in: 0..<4, using: &random) > 0, let observed = added.randomElement(using: &random) {
      let isThere = Int.random(in: 0..<3, using: &random) > 0
      let object = isThere ? observed.object : one(of: Cast.objects)
      let keys = settableKeys(on: observed.path, of: object)
      if !keys.isEmpty { return (object, one(of: keys)) }
    }
    let object = one(of: Cast.objects)
    var keys = ["plays", "rating", "next", "next", "ringA", "ringB", "skips", "doubled"]
    if Int.random(in: 0..<6, using: &random) == 0 { keys = ["draft"] }
    if Cast.lists.contains(object) { keys += Cast.arrayKeys + ["tags"] }
    return (object, one(of: keys))
  }

  /// The keys on the path and what they depend on, as far as the object has them.
  func settableKeys(on path: String, of object: String) -> [String] {
    var keys: [String] = []
    var waiting = path.split(separator: ".").map(String.init)
    while let key = waiting.popLast() {
      // A silent change of a link makes most of what follows undefined.
      if keys.contains(key) || (key == "draft" && program.count < 30) { continue }
      keys.append(key)
      waiting += Cast.triggers(of: key, in: object).joined()
    }
    return keys.filter { Cast.stored(by: object)[$0] != nil || $0 == "doubled" }
  }

  mutating func setByPath() -> Operation {
    let path = one(of: [
      "plays", "rating", "next", "next.plays", "next.rating", "next.next", "next.next.plays",
      "doubled", "skips", "draft.plays", "songs", "next.songs", "plays.x", "nope", "next.nope",
      "a..b",
      "alias.plays", "label", "total", "tags", "extras",
    ])
    let key = String(path.split(separator: ".").last ?? "")
    let isRight = Int.random(in: 0..<6, using: &random) > 0
    let value =
      isRight ? value(for: key) : value(for: one(of: ["plays", "rating", "next", "songs", "tags"]))
    return .setByPath(one(of: Cast.objects), path: path, value)
  }

  /// A collection of those keys; mostly one that is observed.
  mutating func anyCollection(_ keys: [String]) -> (object: String, key: String) {
    let observed = added.filter {
      keys.contains(String($0.path.prefix { $0 != "." })) && Cast.lists.contains($0.object)
    }
    if Int.random(in: 0..<5, using: &random) > 0, let found = observed.randomElement(using: &random) {
      return (found.object, String(found.path.prefix { $0 != "." }))
    }
    return (one(of: Cast.lists), one(of: keys))
  }

  mutating func changeElements() -> Operation {
    let change = ElementEdit.allCases.randomElement(using: &random) ?? .insertion
    let indexes = indexes()
    let (object, key) = anyCollection(Cast.arrayKeys)
    return .changeElements(object, key: key, change, at: indexes, change == .removal ? [] : numbers(indexes.count))
  }

  mutating func changeMembers() -> Operation {
    let count = Int.random(in: 0...3, using: &random)
    return .changeMembers(
      one(of: Cast.lists), key: "tags",
      MemberChange.allCases.randomElement(using: &random) ?? .union,
      numbers(count))
  }

  mutating func elementsByHand() -> [Operation] {
    let isOdd = Int.random(in: 0..<20, using: &random) == 0
    var (object, key) = anyCollection(Cast.arrayKeys)
    if isOdd { (object, key) = anyProperty() }
    let change = ElementEdit.allCases.randomElement(using: &random) ?? .insertion
    let indexes = indexes()
    var operations = [Operation.willElements(object, key: key, change, at: indexes)]
    if !isOdd { operations.append(.set(object, key: key, .array(numbers(3)))) }
    if Int.random(in: 0..<10, using: &random) > 0 {
      operations.append(.didElements(object, key: key, change, at: indexes))
    }
    return operations
  }

  mutating func membersByHand() -> [Operation] {
    var (object, key) = anyCollection(["tags"])
    if Int.random(in: 0..<20, using: &random) == 0 { (object, key) = anyProperty() }
    let change = MemberChange.allCases.randomElement(using: &random) ?? .union
    let members = numbers(2)
    var operations = [Operation.willMembers(object, key: key, change, members)]
    if key == "tags" { operations.append(.set(object, key: key, value(for: key))) }
    if Int.random(in: 0..<10, using: &random) > 0 {
      operations.append(.didMembers(object, key: key, change, members))
    }
    return operations
  }
}
