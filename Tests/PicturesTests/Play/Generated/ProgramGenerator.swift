import TestSupport

/// Writes random programs, the same one for the same seed.
///
/// Each object has a number. The programs never read an unowned reference, and each of their loops ends.
struct ProgramGenerator {
  /// A class of the program.
  struct Class {
    enum Root { case plain, observable }

    let name: String
    /// What it is called outside, and inside itself.
    let type, inside: String
    let root: Root
    var isOpen = false
    var superclass: Int?
    var properties: [Property] = []
    /// Whether its mirror is one of its own.
    var isHidden = false
    /// Whether it is a subclass, of what is not generic.
    var isBox = false
  }

  struct Property {
    enum Kind: CaseIterable {
      case strong, weak, unownedOwner, unownedVariable, unsafe, list, table, holder, choice, handler, lazy, observed
    }

    let name: String
    let kind: Kind
    let target: Int
  }

  /// What a variable holds, of a class.
  enum Shape { case object, optional, list, table, pair, holder, choice, problem }

  struct Known {
    let variable: GeneratedVariable
    let shape: Shape
    let target: Int
    var isMutable = false
  }

  struct Scope {
    var known: [Known] = []
    /// The names that statements of this scope have used or declared.
    var names: Set<String> = []
    /// Whether what is outside cannot be named.
    var isBarrier = false
    /// Whether it is the body of a function or closure.
    var isFunction = false
    var isLoop = false
    /// What `return` needs: nil if it may not stand here.
    var result: String?
  }

  let seed: Int
  let isFile: Bool
  /// Whether types and functions are inside a function.
  let isLocal: Bool
  var dice: Dice
  var classes: [Class] = []
  var scopes: [Scope] = []
  var uses: Set<Int> = []
  /// The functions that can be called, with the classes of their parameters.
  var functions: [(id: Int, name: String, parameter: Int, result: Int?, throwsErrors: Bool)] = []
  /// The methods that can be called.
  var methods: [(id: Int, name: String, target: Int, parameter: Int)] = []
  private var count = 0
  /// How many more statements there may be.
  var rest = 0

  static func program(seed: Int) -> GeneratedProgram {
    var generator = ProgramGenerator(seed: seed)
    return generator.program()
  }

  private init(seed: Int) {
    self.seed = seed
    dice = Dice(seed: seed &* 7919 &+ 17)
    for _ in 0..<5 { _ = dice.roll(2) }
    isFile = seed % 15 == 0
    isLocal = seed % 8 == 3
  }

  mutating func chance(_ one: Int, in sides: Int) -> Bool { dice.roll(sides) < one }

  mutating func pick<T>(_ values: [T]) -> T { values[dice.roll(values.count)] }

  mutating func nextID() -> Int {
    count += 1
    return count
  }

  /// What stands before a function.
  var modifier: String { isFile || isLocal ? "" : "static " }

  // MARK: The whole

  private mutating func program() -> GeneratedProgram {
    makeClasses()
    rest = 8 + dice.roll(30)
    scopes = [Scope()]
    var types = declaredTypes()
    for _ in 0..<dice.roll(3) { types.append(function()) }
    scopes.append(Scope(isBarrier: !isFile, isFunction: !isFile, result: isFile ? nil : ""))
    var body = statements(atLeast: 6)
    body.append(checkpoint())
    scopes.removeLast()
    if isFile { return GeneratedProgram(seed: seed, isFile: true, opening: types, statements: body) }
    var whole: GeneratedStatement
    if isLocal {
      whole = statement(parts: [.init(opening: "func seed\(seed)() {", body: types + body, isFunction: true)])
    } else {
      var main = statement(parts: [.init(opening: "static func main() {", body: body, isFunction: true)])
      main.isRequired = true
      whole = statement(parts: [.init(opening: "enum Seed\(seed) {", body: types + [main], isFunction: true)])
    }
    whole.isRequired = true
    return GeneratedProgram(seed: seed, isFile: false, opening: [], statements: [whole])
  }

  mutating func statement(
    _ text: String = "", declares: [GeneratedVariable] = [], parts: [GeneratedStatement.Part] = []
  ) -> GeneratedStatement {
    defer { uses = [] }
    return GeneratedStatement(id: nextID(), text: text, uses: uses, declares: declares, parts: parts)
  }

  // MARK: Types

  private static let names = ["Clock", "View", "Row", "Page", "Node", "Item", "Team"]

  private mutating func makeClasses() {
    let number = 2 + dice.roll(4)
    let argument = pick(["Int", "String"])
    for index in 0..<number {
      let name = Self.names[index]
      let root: Class.Root = chance(3, in: 5) ? .observable : .plain
      switch dice.roll(8) {
      case 0 where index > 0 && classes.contains(where: \.isOpen):
        let base = pick(classes.indices.filter { classes[$0].isOpen })
        classes.append(Class(name: name, type: name, inside: name, root: classes[base].root, superclass: base))
      case 1, 2, 6:
        classes.append(Class(name: name, type: "\(name)<\(argument)>", inside: "\(name)<Value>", root: root))
      case 3:
        let space = "Space\(dice.roll(2))"
        // Two spaces may have a class of the same name.
        let short = pick(["Inner", name])
        let type = "\(space).\(short)"
        if classes.contains(where: { $0.type == type }) { continue }
        classes.append(Class(name: short, type: type, inside: type, root: root))
      case 4: classes.append(Class(name: name, type: name, inside: name, root: root, isHidden: true))
      default:
        let isOpen = chance(1, in: 2)
        classes.append(Class(name: name, type: name, inside: name, root: root, isOpen: isOpen))
      }
    }
    for index in classes.indices {
      for place in 0..<(1 + dice.roll(4)) {
        let target = dice.roll(classes.count)
        // What most programs have comes more often.
        var kind = chance(1, in: 3) ? pick([.strong, .weak, .weak, .holder]) : pick(Property.Kind.allCases)
        if kind == .unownedOwner && (classes[index].superclass != nil || !canBeMade(target) || target >= index) {
          kind = .weak
        }
        if kind == .lazy && (target >= index || !parameters(of: target).isEmpty) { kind = .strong }
        if kind == .observed && (classes[index].root == .plain || classes[index].isHidden) { kind = .list }
        let names: [Property.Kind: String] = [
          .strong: "child", .weak: "parent", .unownedOwner: "owner", .unownedVariable: "guest", .unsafe: "loose",
          .list: "parts", .table: "table", .holder: "holder", .choice: "choice", .handler: "handler", .lazy: "later",
          .observed: "seen",
        ]
        // A subclass may not have its superclass's properties again.
        let name = names[kind, default: ""] + "\(index)\(place)"
        classes[index].properties.append(Property(name: name, kind: kind, target: target))
      }
    }
  }

  /// Whether an expression can make an object of the class without asking for one of a later class.
  func canBeMade(_ index: Int) -> Bool { parameters(of: index).allSatisfy { $0.target < index } }

  /// The classes of the parameters of its initializer.
  func parameters(of index: Int) -> [Property] {
    let own = classes[index].properties.filter { $0.kind == .unownedOwner }
    return (classes[index].superclass.map(parameters) ?? []) + own
  }

  func properties(of index: Int) -> [Property] {
    (classes[index].superclass.map(properties) ?? []) + classes[index].properties
  }

  func isKind(_ index: Int, of other: Int) -> Bool {
    index == other || (classes[index].superclass.map { isKind($0, of: other) } ?? false)
  }

  var observable: [Int] { classes.indices.filter { classes[$0].root == .observable && !classes[$0].isHidden } }

  private mutating func declaredTypes() -> [GeneratedStatement] {
    var result = [
      required(
        """
        struct Holder<Item: AnyObject> {
        var strong: Item?
        weak var weak: Item?
        }
        """),
      required("enum Choice<Item> { case none, one(Item), many([Item]) }"),
      required("struct Problem<Item>: Error, @unchecked Sendable { let culprit: Item }"),
    ]
    var spaces: [String: [GeneratedStatement]] = [:]
    for index in classes.indices {
      let declared = declaration(of: index)
      if let dot = classes[index].type.firstIndex(of: ".") {
        spaces[String(classes[index].type[..<dot]), default: []].append(declared)
      } else {
        result.append(declared)
      }
    }
    for (space, body) in spaces.sorted(by: { $0.key < $1.key }) {
      var one = statement(parts: [.init(opening: "enum \(space) {", body: body, isFunction: true)])
      one.isRequired = true
      result.append(one)
    }
    return result
  }

  private mutating func required(_ text: String) -> GeneratedStatement {
    var result = statement(text)
    result.isRequired = true
    return result
  }

  private mutating func declaration(of index: Int) -> GeneratedStatement {
    let one = classes[index]
    let isSubclass = one.superclass != nil
    let isGeneric = one.type.hasSuffix(">")
    var header = "\(one.isOpen ? "" : "final ")class \(one.name)\(isGeneric ? "<Value>" : "")"
    let bases = isSubclass ? [classes[one.superclass ?? 0].type] : one.root == .observable ? ["KeyValueObject"] : []
    let protocols = isSubclass ? [] : ["Telling"]
    let mirrors = one.isHidden ? ["CustomReflectable"] : []
    header += ": \((bases + protocols + mirrors).joined(separator: ", ")) {"
    var lines: [String] = []
    if !isSubclass {
      lines.append("let number = Truth.next()")
      if one.root == .observable, !one.isHidden {
        lines += ["@Observed var value = 0", "var records: [Int: [Int]] = [:]", "var calls = 0"]
      }
    }
    var edges: [String] = isSubclass ? ["super.edges"] : []
    if !isSubclass, one.root == .observable, !one.isHidden { edges.append("Truth.records(number, records)") }
    for property in one.properties {
      let type = property.target == index ? one.inside : classes[property.target].type
      let name = property.name
      func tell(_ kind: String, _ list: String) {
        edges.append("Truth.edges(number, \"\(kind)\", \"\(name)\", \(list))")
      }
      func tellNumber(_ kind: String, _ label: String, _ list: String) {
        edges.append("Truth.numbers(number, \"\(kind)\", \"\(name)\", \(list))")
      }
      switch property.kind {
      case .strong: lines.append("var \(name): \(type)?")
      case .observed: lines.append("@Observed var \(name): \(type)?")
      case .weak: lines.append("weak var \(name): \(type)?")
      case .unownedOwner: lines += ["unowned let \(name): \(type)", "let \(name)Number: Int"]
      case .unownedVariable, .unsafe:
        let word = property.kind == .unsafe ? "unowned(unsafe)" : "unowned"
        lines += ["\(word) var \(name): \(type)?", "var \(name)Number = 0"]
        lines.append("func set_\(name)(_ value: \(type)?) { \(name) = value; \(name)Number = value?.number ?? 0 }")
      case .list: lines.append("var \(name): [\(type)] = []")
      case .table: lines.append("var \(name): [String: \(type)] = [:]")
      case .holder: lines.append("var \(name) = Holder<\(type)>()")
      case .choice: lines.append("var \(name) = Choice<\(type)>.none")
      case .handler: lines += ["var \(name): (() -> Void)?", "var \(name)Numbers: [Int] = []"]
      case .lazy:
        lines += ["lazy var \(name): \(type) = \(type)()", "var \(name)Made = false"]
        lines.append("func touch_\(name)() { \(name)Made = true; _ = \(name) }")
      }
      switch property.kind {
      case .strong, .observed: tell("strong", "[\(name)]")
      case .weak: tell("weak", "[\(name)]")
      case .unownedOwner: tellNumber("unowned", name, "Truth.isAlive(\(name)Number) ? [\(name)Number] : []")
      case .unownedVariable, .unsafe:
        tellNumber("loose", name, "Truth.isAlive(\(name)Number) ? [\(name)Number] : []")
      case .list: tell("strong", name)
      case .table: tell("strong", "\(name).sorted { $0.key < $1.key }.map(\\.value)")
      case .holder:
        tell("strong", "[\(name).strong]")
        tell("weak", "[\(name).weak]")
      case .choice:
        lines.append("var all_\(name): [\(type)] {")
        lines += [
          "switch \(name) {", "case .none: return []", "case .one(let item): return [item]",
          "case .many(let items): return items", "}", "}",
        ]
        tell("strong", "all_\(name)")
      case .handler: tellNumber("closure", name, "\(name)Numbers")
      case .lazy: tell("strong", "\(name)Made ? [\(name)] : []")
      }
    }
    let word = isSubclass ? "override " : ""
    lines.append(
      "\(word)var edges: String { \(edges.isEmpty ? "\"\"" : "[\(edges.joined(separator: ", "))].joined()") }")
    if !isSubclass {
      let parameters = one.properties.filter { $0.kind == .unownedOwner }
      let list = parameters.map { "_ \($0.name): \($0.target == index ? one.inside : classes[$0.target].type)" }
      lines.append(
        "\(one.root == .observable && list.isEmpty ? "override " : "")init(\(list.joined(separator: ", "))) {")
      for parameter in parameters {
        lines.append("self.\(parameter.name) = \(parameter.name)")
        lines.append("\(parameter.name)Number = \(parameter.name).number")
      }
      if one.root == .observable { lines.append("super.init()") }
      lines.append("Truth.made(self)")
      lines += ownClosures(of: one)
      lines += ["}", "deinit { Truth.ends(number) }"]
    }
    if one.isHidden { lines.append("var customMirror: Mirror { Mirror(self, children: [\"ghost\": 1]) }") }
    if one.root == .observable, !one.isHidden, !isSubclass {
      lines += [
        "override func observeValue(",
        "forKeyPath keyPath: String, of object: KeyValueObject,",
        "change: KeyValueChange, context: UnsafeMutableRawPointer?",
        ") { calls += 1 }",
      ]
    }
    // Where the properties are, and where the methods, differs.
    var body = [required(lines.joined(separator: "\n"))]
    body[0].tellsTruth = true
    if chance(1, in: 3) { body.append(method(of: index)) }
    var result = statement(parts: [.init(opening: header, body: body, isFunction: true)])
    result.isRequired = true
    return result
  }

  /// What an initializer does with closures that capture `self`.
  private mutating func ownClosures(of one: Class) -> [String] {
    var lines: [String] = []
    let isStrong = chance(1, in: 2)
    if one.root == .observable, !one.isHidden, chance(1, in: 5) {
      let list = isStrong ? "" : "[weak self] "
      lines.append(
        "kvoController.observe(self, \\.$value) { \(list)_, _, _ in self\(isStrong ? "" : "?").calls += 1 }")
      if isStrong { lines.append("print(\"captures\", «line» - 1, number)") }
      lines.append("records = [number: [\(isStrong ? "number" : "")], 0: []]")
    }
    if let handler = one.properties.first(where: { $0.kind == .handler }), chance(1, in: 3) {
      let list = ["", "[weak self] in ", "[unowned self] in ", "[self] in "][dice.roll(4)]
      let retains = list.isEmpty || list == "[self] in "
      lines.append("\(handler.name) = { \(list)\(retains ? "_ = self" : "") }")
      if retains {
        lines.append("print(\"captures\", «line» - 1, number)")
        lines.append("\(handler.name)Numbers = [number]")
      }
    }
    return lines
  }
}
