/// Programs that nobody thought of. The same seed makes the same program.
///
/// A program does what a person could do: with few exceptions it removes what it added, its indexes exist, and what it
/// announces by hand it changes meanwhile. It keeps clear of a few things that are known to differ on Apple's systems, so
/// that what is not known stands out: a proxy over nil, a call before the change of a set, a path that is added or removed
/// while an object on it is exchanged, a property that announces by hand what is announced already.
package struct RandomProgram {
  /// What the program is mostly about.
  package enum Mode: String, CaseIterable, Sendable {
    /// Objects that refer to one another in one direction.
    case plain
    /// Objects that may refer to themselves.
    case cycle
    /// Observers that change something in their calls.
    case react
    /// Changes that are announced by hand.
    case man
    /// The same, with other commands inside.
    case nest
    /// Arrays and sets.
    case coll
  }

  private struct Registration {
    let observer, place, context: String
  }

  private let mode: Mode
  private var dice: Dice
  private var lines: [String] = []
  private var registrations: [Registration] = []
  private var arrays: [String: [String]] = [:]
  private var sets: [String: Set<String>] = [:]
  private var lastValue = 0

  private init(seed: Int) {
    mode = Mode.allCases[seed % Mode.allCases.count]
    dice = Dice(seed: seed)
    // The first numbers of neighbouring seeds resemble each other.
    for _ in 0..<8 { _ = dice.roll(2) }
  }

  /// The program of a seed, which is not negative. Its id is the mode and the seed.
  package static func make(seed: Int) throws -> Program {
    var maker = RandomProgram(seed: seed)
    let text = "## \(maker.mode)-\(seed)\n" + maker.body().joined(separator: "\n")
    guard let program = try ProgramFile(text).programs.first else {
      throw Program.Mistake(description: "there is no program in \(text)")
    }
    return program
  }

  private mutating func body() -> [String] {
    prepare()
    for _ in 0..<12 + dice.roll(12) {
      switch dice.roll(10) {
      case 0..<4: add()
      case 4: remove()
      default: change()
      }
    }
    // Their numbers count from the first call on, so it does not matter where they stand.
    let reactions = mode == .react ? (0...dice.roll(3)).map { _ in reaction() } : []
    return reactions + lines
  }

  private mutating func prepare() {
    lines = [dice.roll(2) == 0 ? "a.child = b" : "b.child = c"]
    switch mode {
    case .man, .nest: lines.append("a._silentChild = b")
    case .coll:
      for object in ["a", "b", "c"] {
        for key in ["items", "plainItems"] { setWhole(object, key, [value(), value()]) }
        for key in ["members", "plainMembers"] { setWhole(object, key, [value(), value()]) }
      }
    default: break
    }
  }

  // MARK: Registrations

  private static let always = [
    "text", "number", "flagA", "flagB", "sd", "child", "child.text", "child.number", "label", "banner", "shout", "both",
    "childAlias", "childAlias.text", "aliasText", "childLabel", "childOrText", "childBoth",
  ]

  /// The keys and key paths that an observer may be registered for.
  private var observable: [String] {
    switch mode {
    // Where an object is its own child, a path may meet one key twice, and a key may depend on itself.
    case .cycle: Self.always
    case .plain, .react: Self.always + ["child.child.text", "deep", "grandchild", "total", "child.total"]
    case .man, .nest:
      Self.always + ["child.child.text", "deep"]
        + ["quiet", "tally", "silentChild", "silentTitle", "echo", "bracketItems", "bracketMembers"]
        + ["quiet", "tally", "silentChild", "silentTitle", "echo", "bracketItems", "bracketMembers"]
    case .coll:
      ["items", "plainItems", "members", "plainMembers", "itemCount", "plainCount", "memberCount", "items.@count"]
        + ["plainItems.@count", "members.@count", "child.items", "child.itemCount", "child.members", "child.text"]
    }
  }

  private mutating func add() {
    let path = pick(observable)
    var options = ["old", "new", "initial", "prior"].filter { _ in dice.roll(2) == 0 }
    if path.hasSuffix("embers") { options.removeAll { $0 == "prior" } }
    let registration = Registration(
      observer: pick(Program.observers), place: "\(pick(["a", "a", "a", "b"])).\(path)",
      context: ["", ", context 1", ", context 2"][dice.roll(3)])
    registrations.append(registration)
    let listed = options.isEmpty ? "" : ", \(options.joined(separator: " "))"
    lines.append("add \(registration.observer) to \(registration.place)\(listed)\(registration.context)")
  }

  private mutating func remove() {
    if dice.roll(20) == 0 {
      // Most likely it was never registered, or it is removed for the second time.
      return lines.append("remove \(pick(Program.observers)) from a.\(pick(observable))")
    }
    if registrations.isEmpty { return add() }
    let registration = registrations.remove(at: dice.roll(registrations.count))
    // Without a context, the latest registration of this observer and path goes.
    let latest = registrations.last {
      ($0.observer, $0.place) == (registration.observer, registration.place) && $0.context != registration.context
    }
    let context = registration.context.isEmpty ? ", context nil" : registration.context
    let isPlain = latest == nil && dice.roll(2) == 0
    lines.append("remove \(registration.observer) from \(registration.place)\(isPlain ? "" : context)")
  }

  // MARK: Changes

  private mutating func change() {
    switch (mode, dice.roll(3)) {
    case (.man, 1...), (.nest, 1...): pair()
    case (.coll, 1...): changeCollection()
    default: lines.append(assignment())
    }
  }

  /// A property that is announced automatically gets a value, through its setter or by name.
  private mutating func assignment(
    _ keys: [String] = ["text", "text", "number", "flagA", "flagB", "sd", "child", "child"]
  )
    -> String
  {
    let (object, key) = (pick(["a", "b", "b", "c"]), pick(keys))
    let place = dice.roll(4) == 0 ? "\(object)[\"\(key)\"]" : "\(object).\(key)"
    switch key {
    case "child": return "\(place) = \(child(of: object))"
    case "number": return "\(place) = \(number())"
    default: return "\(place) = \(dice.roll(4) == 0 ? "nil" : value())"
    }
  }

  /// The other end of a reference from the object.
  private mutating func child(of object: String) -> String {
    let all = ["a", "b", "c", "d"]
    return pick((mode == .cycle ? all : all.filter { $0 > object }) + ["nil"])
  }

  /// A change that is announced by hand, with other commands inside if that is the mode.
  private mutating func pair() {
    let object = pick(["a", "b", "c"])
    let key = pick(
      ["quiet", "tally", "silentChild", "bracketItems", "bracketMembers"] + (mode == .nest ? ["text", "child"] : []))
    let (announcement, value) = announcement(object, key)
    lines.append("will \(announcement)")
    // What is known to differ: an object on a path is exchanged, and the same path is added or removed meanwhile.
    let inner = mode == .nest ? dice.roll(3) : 0
    let isBefore = dice.roll(2) == 0
    if isBefore { lines.append("\(object)._\(key) = \(value)") }
    for _ in 0..<inner {
      switch dice.roll(4) {
      case 0 where !ThingKeys.objects.contains(key): add()
      case 1 where !ThingKeys.objects.contains(key): remove()
      case 2: lines.append(assignment(["text", "number", "flagA", "flagB", "sd"]))
      default:
        let (other, otherKey) = (pick(["a", "b", "c"].filter { $0 != object }), pick(["quiet", "tally"]))
        let (announcement, value) = self.announcement(other, otherKey)
        lines += ["will \(announcement)", "\(other)._\(otherKey) = \(value)", "did \(announcement)"]
      }
    }
    if !isBefore { lines.append("\(object)._\(key) = \(value)") }
    lines.append("did \(announcement)")
  }

  /// How a change of the key is announced, and the new value.
  private mutating func announcement(_ object: String, _ key: String) -> (String, String) {
    let place = "\(object).\(key)"
    switch key {
    case "bracketItems":
      let element = value()
      arrays[place, default: []].insert(element, at: 0)
      return ("insert \(place) at 0", list(arrays[place] ?? []))
    case "bracketMembers":
      let member = value()
      sets[place, default: []].insert(member)
      return ("union \(place) {\(member)}", list(sets[place] ?? []))
    case "tally": return (place, number())
    case "child", "silentChild": return (place, child(of: object))
    default: return (place, dice.roll(4) == 0 ? "nil" : value())
    }
  }

  private mutating func changeCollection() {
    let (object, key) = (pick(["a", "a", "b", "c"]), pick(["items", "plainItems", "members", "plainMembers"]))
    let place = "\(object).\(key)"
    if key.hasSuffix("embers") {
      let member = (sets[place] ?? []).sorted().first ?? "none"
      switch dice.roll(5) {
      case 0:
        let new = value()
        sets[place, default: []].insert(new)
        lines.append("\(place) union {\(new),\(member)}")
        sets[place, default: []].insert(member)
      case 1:
        sets[place, default: []].remove(member)
        lines.append("\(place) minus {\(member)}")
      case 2:
        sets[place, default: []].formIntersection([member])
        lines.append("\(place) intersect {\(member)}")
      case 3:
        sets[place] = [member, value()]
        lines.append("\(place) set \(list(sets[place] ?? []))")
      default: setWhole(object, key, [member, value()])
      }
    } else {
      let count = arrays[place]?.count ?? 0
      switch count == 0 ? 0 : dice.roll(6) {
      case 0:
        let (new, index) = ([value(), value()].prefix(1 + dice.roll(2)), dice.roll(count + 1))
        arrays[place, default: []].insert(contentsOf: new, at: index)
        let indexes = new.indices.map { "\(index + $0)" }.joined(separator: ",")
        lines.append("\(place) insert [\(new.joined(separator: ","))] at \(indexes)")
      case 1:
        let index = dice.roll(count)
        arrays[place]?.remove(at: index)
        lines.append("\(place) remove at \(index)")
      case 2:
        let (new, index) = (value(), dice.roll(count))
        arrays[place]?[index] = new
        lines.append("\(place) replace [\(new)] at \(index)")
      case 3:
        let old = arrays[place]?.remove(at: dice.roll(count)) ?? ""
        lines.append("\(place) discard \(old)")
      case 4:
        let new = value()
        arrays[place]?.append(new)
        lines.append("\(place) append \(new)")
      default: setWhole(object, key, [value(), value()])
      }
    }
  }

  private mutating func setWhole(_ object: String, _ key: String, _ elements: [String]) {
    let place = "\(object).\(key)"
    if key.hasSuffix("embers") {
      sets[place] = Set(elements)
      lines.append("\(place) = \(list(Set(elements)))")
    } else {
      arrays[place] = elements
      lines.append("\(place) = \(list(elements))")
    }
  }

  // MARK: Reactions

  /// What an observer does in one of its calls. It exchanges no object, and removes nothing that leads through one.
  private mutating func reaction() -> String {
    let isPrior = dice.roll(3) == 0
    let call = "on \(isPrior ? "prior " : "")call \(1 + dice.roll(3)) of \(pick(Program.observers)): "
    let simple = registrations.filter { ["text", "number", "flagA", "flagB"].contains($0.place.dropFirst(2)) }
    switch dice.roll(4) {
    case 0 where !isPrior && !simple.isEmpty:
      let registration = simple[dice.roll(simple.count)]
      return call + "remove \(registration.observer) from \(registration.place)"
    case 1:
      return call + "add \(pick(Program.observers)) to a.\(pick(["text", "number", "flagA", "both"])), new"
    default: return call + assignment(["text", "number", "flagA", "flagB", "sd"])
    }
  }

  // MARK: Words

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[dice.roll(elements.count)] }

  private mutating func value() -> String {
    lastValue += 1
    return "v\(lastValue)"
  }

  private mutating func number() -> String { "\(dice.roll(10))" }

  private func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
  private func list(_ members: Set<String>) -> String { "{\(members.sorted().joined(separator: ","))}" }
}
