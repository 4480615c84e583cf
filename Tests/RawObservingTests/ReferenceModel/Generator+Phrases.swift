/// A few operations that belong together.
extension Generator {
  /// Something to begin with: objects that lead to others, and observers.
  mutating func opening() -> [Operation] {
    var operations: [Operation] = []
    for object in Cast.objects where Int.random(in: 0..<3, using: &random) > 0 {
      operations.append(.set(object, key: "next", value(for: "next")))
    }
    for _ in 0..<Int.random(in: 1...5, using: &random) { operations.append(add()) }
    while Int.random(in: 0..<3, using: &random) == 0 { operations.append(reaction()) }
    return operations
  }

  /// A few operations that belong together.
  mutating func phrase() -> [Operation] {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3 where program.count > 20: [.drop(one(of: Cast.everybody))]
    case 0..<12: [reaction()]
    case 12..<18: bracket(around: [])
    case 18..<24: bracket(around: simple())
    case 24..<30: overlap()
    case 30..<32: silence()
    case 32..<34: latecomer()
    case 34..<42: [lend()]
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
    return .react(observer, inCall: Int.random(in: 1...6, using: &random), Array(operations.prefix(4)))
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
      return .add(observer: observer(), to: object, path: path, options: options(), context: context())
    }
  }

  /// A change announced by hand, with something in between.
  private mutating func bracket(around inner: [Operation]) -> [Operation] {
    let set = set()
    guard case .set(let object, let key, _) = set else { return [] }
    return [.will(object, key: key)] + inner + [set, .did(object, key: key)]
  }

  /// A change in place, with something meanwhile; mostly something that an observer of it hears of too.
  private mutating func lend() -> Operation {
    var (object, key) = anyProperty()
    if key == "doubled" { key = "plays" }
    var operations: [Operation] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: operations.append(interference(with: object, key))
      case 1: operations.append(lend())
      case 2:
        operations.append(Bool.random(using: &random) ? .will(object, key: key) : .did(object, key: key))
      case 3: operations += bracket(around: [])
      default: operations += simple()
      }
    }
    return .lend(object, key: key, value(for: key), Array(operations.prefix(4)))
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

  /// A link on an observed path is replaced without an announcement, and then it matters.
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
    let (object, other, link) = (one(of: Cast.objects), one(of: Cast.objects), one(of: ["next", "draft"]))
    return [
      .will(object, key: link),
      .add(observer: observer(), to: object, path: "\(link).plays", options: options(), context: context()),
      .set(object, key: link, .object(other)), .did(object, key: link),
      .set(other, key: "plays", value(for: "plays")),
    ]
  }
}
