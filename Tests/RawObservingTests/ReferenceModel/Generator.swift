/// Makes programs, the same one for the same seed.
struct Generator {
  private var random: SplitMix64
  private var program: [Operation] = []
  /// What was added, so that removals often find something.
  private var added: [(observer: String, object: String, path: String, context: Int)] = []

  static func program(seed: UInt64) -> [Operation] {
    var generator = Generator(random: SplitMix64(seed: seed))
    let length = Int.random(in: 5...60, using: &generator.random)
    generator.program = generator.opening()
    while generator.program.count < length { generator.program += generator.phrase() }
    return Array(generator.program.prefix(length))
  }

  private init(random: SplitMix64) { self.random = random }

  // MARK: Phrases

  /// Something to begin with: objects that lead to others, and observers.
  private mutating func opening() -> [Operation] {
    var operations: [Operation] = []
    for object in Cast.objects where Int.random(in: 0..<3, using: &random) > 0 {
      operations.append(.set(object, key: "next", value(for: "next")))
    }
    for _ in 0..<Int.random(in: 1...5, using: &random) { operations.append(add()) }
    while Int.random(in: 0..<3, using: &random) == 0 { operations.append(reaction()) }
    return operations
  }

  /// A few operations that belong together.
  private mutating func phrase() -> [Operation] {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3 where program.count > 20: [.drop(one(of: Cast.everybody))]
    case 0..<12: [reaction()]
    case 12..<18: bracket(around: [])
    case 18..<24: bracket(around: simple())
    case 24..<30: overlap()
    case 30..<32: silence()
    case 32..<34: latecomer()
    default: simple()
    }
  }

  /// One operation without anything around it, or the two halves of a change of elements.
  private mutating func simple() -> [Operation] {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14: [add()]
    case 14..<22: [remove()]
    case 22..<62: [set()]
    case 62..<68: [setByPath()]
    case 68..<71: [half { .will($0, key: $1) }]
    case 71..<75: [half { .did($0, key: $1) }]
    case 75..<84: [changeElements()]
    case 84..<90: [changeMembers()]
    case 90..<96: elementsByHand()
    default: membersByHand()
    }
  }

  /// What an observer does when it is called.
  private mutating func reaction() -> Operation {
    let observer = observer()
    var operations: [Operation] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let own = added.filter { $0.observer == observer }
      if Bool.random(using: &random), let observed = own.randomElement(using: &random) {
        operations.append(interference(with: observed.object, observed.path))
      } else {
        operations += simple()
      }
    }
    return .react(
      observer, inCall: Int.random(in: 1...6, using: &random), Array(operations.prefix(4)))
  }

  /// Something that concerns the very change of which an observer may just be told.
  private mutating func interference(with object: String, _ path: String) -> Operation {
    let key = settableKeys(on: path, of: object).randomElement(using: &random) ?? "plays"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .did(object, key: key)
    case 1: return .will(object, key: key)
    case 2, 3: return .set(object, key: key, value(for: key))
    case 4: return remove()
    default:
      let path = key == "next" ? one(of: ["next.plays", "next.next"]) : path
      return .add(
        observer: observer(), to: object, path: path, options: options(), context: context())
    }
  }

  /// A change announced by hand, with something in between.
  private mutating func bracket(around inner: [Operation]) -> [Operation] {
    let set = set()
    guard case .set(let object, let key, _) = set else { return [] }
    return [.will(object, key: key)] + inner + [set, .did(object, key: key)]
  }

  /// Two changes announced by hand, of which the first ends first.
  private mutating func overlap() -> [Operation] {
    var (first, second) = (set(), set())
    if Bool.random(using: &random), let observed = added.randomElement(using: &random) {
      // Both matter to one observer.
      let keys = settableKeys(on: observed.path, of: observed.object)
      if !keys.isEmpty {
        let (key, other) = (one(of: keys), one(of: keys))
        first = .set(observed.object, key: key, value(for: key))
        second = .set(observed.object, key: other, value(for: other))
      }
    }
    guard case .set(let object, let key, _) = first, case .set(let other, let otherKey, _) = second
    else { return [] }
    return [
      .will(object, key: key), first, .will(other, key: otherKey), second, .did(object, key: key),
      .did(other, key: otherKey),
    ]
  }

  /// A link that somebody follows is replaced without a word, and then it matters.
  private mutating func silence() -> [Operation] {
    let (object, observer) = (one(of: Cast.objects), observer())
    let path = one(of: ["draft.plays", "draft.next.plays", "draft.label"])
    return [
      .set(object, key: "draft", value(for: "draft")),
      .add(observer: observer, to: object, path: path, options: options(), context: 0),
      .set(object, key: "draft", value(for: "draft")),
      Bool.random(using: &random)
        ? .remove(observer: observer, from: object, path: path, context: nil)
        : .will(object, key: "draft"),
    ]
  }

  /// Somebody begins to follow a link while it is changing.
  private mutating func latecomer() -> [Operation] {
    let (object, other, link) = (
      one(of: Cast.objects), one(of: Cast.objects), one(of: ["next", "draft"])
    )
    return [
      .will(object, key: link),
      .add(
        observer: observer(), to: object, path: "\(link).plays", options: options(),
        context: context()),
      .set(object, key: link, .object(other)), .did(object, key: link),
      .set(other, key: "plays", value(for: "plays")),
    ]
  }

  // MARK: Operations

  /// A will or a did, of whatever key.
  private mutating func half(_ make: (String, String) -> Operation) -> Operation {
    if Bool.random(using: &random) {
      let (object, key) = anyProperty()
      return make(object, key)
    }
    return make(one(of: Cast.objects), anyKey())
  }

  private mutating func add() -> Operation {
    if Int.random(in: 0..<6, using: &random) == 0, let again = added.randomElement(using: &random) {
      return .add(
        observer: again.observer, to: again.object, path: again.path, options: options(),
        context: context())
    }
    let (observer, path, context) = (observer(), path(), context())
    let isOfList = Self.collectionPaths.contains(path)
    let object = one(of: isOfList ? Cast.lists : Cast.objects)
    added.append((observer, object, path, context))
    return .add(observer: observer, to: object, path: path, options: options(), context: context)
  }

  private mutating func remove() -> Operation {
    let isRight = Int.random(in: 0..<8, using: &random) > 0
    if isRight, let found = added.randomElement(using: &random) {
      let context: Int? =
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<3: nil
        case 3..<5: found.context
        default: context()
        }
      return .remove(
        observer: found.observer, from: found.object, path: found.path, context: context)
    }
    return .remove(
      observer: observer(), from: one(of: Cast.objects), path: path(),
      context: Bool.random(using: &random) ? nil : context())
  }

  private mutating func set() -> Operation {
    let (object, key) = anyProperty()
    return .set(object, key: key, value(for: key))
  }

  /// A property with a setter; mostly one that somebody waits for.
  private mutating func anyProperty() -> (object: String, key: String) {
    if Int.random(in: 0..<4, using: &random) > 0, let observed = added.randomElement(using: &random)
    {
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
  private func settableKeys(on path: String, of object: String) -> [String] {
    var keys: [String] = []
    var waiting = path.split(separator: ".").map(String.init)
    while let key = waiting.popLast() {
      // A silent change of a link makes most of what follows undefined.
      if keys.contains(key) || key == "draft" && keys.count + program.count < 30 { continue }
      keys.append(key)
      waiting += Cast.triggers(of: key, in: object).joined()
    }
    return keys.filter { Cast.stored(by: object)[$0] != nil || $0 == "doubled" }
  }

  private mutating func setByPath() -> Operation {
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

  /// A collection of those keys; mostly one that somebody waits for.
  private mutating func anyCollection(_ keys: [String]) -> (object: String, key: String) {
    let observed = added.filter {
      keys.contains(String($0.path.prefix { $0 != "." })) && Cast.lists.contains($0.object)
    }
    if Int.random(in: 0..<5, using: &random) > 0, let found = observed.randomElement(using: &random)
    {
      return (found.object, String(found.path.prefix { $0 != "." }))
    }
    return (one(of: Cast.lists), one(of: keys))
  }

  private mutating func changeElements() -> Operation {
    let change = ElementChange.allCases.randomElement(using: &random) ?? .insertion
    let indexes = indexes()
    let (object, key) = anyCollection(Cast.arrayKeys)
    return .changeElements(
      object, key: key, change, at: indexes,
      change == .removal ? [] : numbers(indexes.count))
  }

  private mutating func changeMembers() -> Operation {
    let count = Int.random(in: 0...3, using: &random)
    return .changeMembers(
      one(of: Cast.lists), key: "tags",
      MemberChange.allCases.randomElement(using: &random) ?? .union,
      numbers(count))
  }

  private mutating func elementsByHand() -> [Operation] {
    let isOdd = Int.random(in: 0..<20, using: &random) == 0
    var (object, key) = anyCollection(Cast.arrayKeys)
    if isOdd { (object, key) = anyProperty() }
    let change = ElementChange.allCases.randomElement(using: &random) ?? .insertion
    let indexes = indexes()
    var operations = [Operation.willElements(object, key: key, change, at: indexes)]
    if !isOdd { operations.append(.set(object, key: key, .array(numbers(3)))) }
    if Int.random(in: 0..<10, using: &random) > 0 {
      operations.append(.didElements(object, key: key, change, at: indexes))
    }
    return operations
  }

  private mutating func membersByHand() -> [Operation] {
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

  // MARK: Parts

  private mutating func one(of choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  /// Now and then an object observes, too.
  private mutating func observer() -> String {
    one(of: Int.random(in: 0..<8, using: &random) == 0 ? Cast.objects : Cast.observers)
  }

  private mutating func path() -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: one(of: Self.wrongPaths)
    case 1..<13: one(of: Self.deepPaths)
    case 13..<24: one(of: Self.collectionPaths)
    default: one(of: Self.plainPaths)
    }
  }

  private mutating func anyKey() -> String {
    one(of: [
      "plays", "rating", "next", "next", "skips", "draft", "label", "total", "alias", "songs",
      "tags", "nope",
    ])
  }

  private mutating func options() -> ProgramOptions {
    ProgramOptions(rawValue: UInt.random(in: 0...15, using: &random))
  }

  private mutating func context() -> Int { Int.random(in: 0...2, using: &random) }

  private mutating func value(for key: String) -> Value {
    switch key {
    case "next", "draft":
      return Int.random(in: 0..<4, using: &random) == 0 ? .null : .object(one(of: Cast.objects))
    case "songs", "queue": return .array(numbers(Int.random(in: 0...3, using: &random)))
    case "extras":
      return Bool.random(using: &random)
        ? .null : .array(numbers(Int.random(in: 0...2, using: &random)))
    case "tags": return .set(Set(numbers(Int.random(in: 0...3, using: &random))))
    case "rating" where Int.random(in: 0..<3, using: &random) == 0: return .null
    default: return .int(Int.random(in: 0...9, using: &random))
    }
  }

  private mutating func numbers(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: 0...5, using: &random) }
  }

  /// Mostly such as a short array has.
  private mutating func indexes() -> [Int] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: [0]
    case 5..<7: [0, 1]
    default: (0..<3).filter { _ in Int.random(in: 0..<5, using: &random) < 2 }
    }
  }

  private static let plainPaths = [
    "plays", "plays", "plays", "rating", "next", "next", "skips", "draft", "label", "label",
    "total",
    "total", "grand", "alias", "far", "doubled", "ringA", "ringB", "nope",
  ]
  private static let deepPaths = [
    "next.plays", "next.plays", "next.plays", "next.rating", "next.label", "next.total",
    "next.next",
    "next.next.plays", "next.next.next", "next.next.next.rating", "alias.plays", "alias.next.plays",
    "next.alias.rating", "draft.plays", "draft.next.plays", "next.draft.rating", "next.far",
    "next.grand", "next.nope", "next.songs", "next.songs.@count",
  ]
  private static let collectionPaths = [
    "songs", "songs", "songs", "tags", "tags", "queue", "extras", "songs.@count", "tags.@count",
    "queue.@count", "songCount", "extras.@count",
  ]
  private static let wrongPaths = [
    "", ".", "a..b", "next.", "@count", "next.@sum.plays", "plays.x", "rating.x", "loop",
    "next.loop",
    "songs.plays", "next.@count",
  ]
}

extension Cast {
  /// The arrays of a list; one of them more often.
  fileprivate static let arrayKeys = ["songs", "songs", "songs", "queue", "extras"]
}
