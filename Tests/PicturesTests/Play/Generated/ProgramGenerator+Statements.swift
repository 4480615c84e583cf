import Foundation
import TestSupport

/// The statements of generated programs.
extension ProgramGenerator {
  typealias Part = GeneratedStatement.Part

  // MARK: Variables

  /// The variables that can be named, the innermost first.
  private var known: [Known] {
    var (found, names): ([Known], Set<String>) = ([], [])
    for scope in scopes.reversed() {
      for known in scope.known.reversed() where names.insert(known.variable.name).inserted { found.append(known) }
      if scope.isBarrier { break }
    }
    return found
  }

  private func all(_ shape: Shape, _ isRight: (Known) -> Bool = { _ in true }) -> [Known] {
    known.filter { $0.shape == shape && isRight($0) }
  }

  /// The name of the variable, which the statement uses.
  private mutating func name(_ known: Known) -> String {
    uses.insert(known.variable.id)
    note(known.variable.name)
    return known.variable.name
  }

  /// From here on, no scope down to that of its declaration can declare the name.
  private mutating func note(_ name: String) {
    for index in scopes.indices.reversed() {
      scopes[index].names.insert(name)
      if scopes[index].isBarrier || scopes[index].known.contains(where: { $0.variable.name == name }) { break }
    }
  }

  private static let names = ["clock", "view", "row", "page", "node", "item"]

  /// A new name for the present scope, or for one that begins.
  private mutating func newName(isInner: Bool = false) -> String {
    let taken = isInner ? [] : scopes.last?.names ?? []
    let free = Self.names.filter { !taken.contains($0) }
    return free.isEmpty ? "more\(nextID())" : pick(free)
  }

  private mutating func make(
    _ name: String, _ shape: Shape, _ target: Int, isMutable: Bool = false, isRead: Bool = true
  )
    -> Known
  {
    let truth: String
    switch shape {
    case .object, .optional: truth = "Truth.list([\(name)])"
    case .list: truth = "Truth.list(\(name))"
    case .table: truth = "Truth.list(\(name).sorted { $0.key < $1.key }.map(\\.value))"
    case .pair: truth = "Truth.list([\(name).0, \(name).1])"
    case .holder: truth = "Truth.list([\(name).strong], [\(name).weak])"
    case .choice: truth = ""
    case .problem: truth = "Truth.list([\(name).culprit])"
    }
    let variable = GeneratedVariable(id: nextID(), name: name, truth: isRead && !truth.isEmpty ? truth : nil)
    return Known(variable: variable, shape: shape, target: target, isMutable: isMutable)
  }

  private mutating func declare(_ known: Known) {
    scopes[scopes.count - 1].known.append(known)
    scopes[scopes.count - 1].names.insert(known.variable.name)
  }

  // MARK: Expressions

  private func type(_ index: Int) -> String { classes[index].type }

  /// An object of the class, which is a new one if there is no other.
  private mutating func object(_ target: Int, _ depth: Int = 0) -> String {
    let objects = all(.object) { isKind($0.target, of: target) }
    let optionals = all(.optional) { $0.target == target }
    let lists = all(.list) { $0.target == target }
    switch dice.roll(8) {
    case 0..<4 where !objects.isEmpty: return name(pick(objects))
    case 4 where !optionals.isEmpty: return "(\(name(pick(optionals))) ?? \(new(target, depth)))"
    case 5 where !lists.isEmpty: return "(\(name(pick(lists))).\(pick(["first", "last"])) ?? \(new(target, depth)))"
    default: return objects.isEmpty || depth < 2 && chance(1, in: 2) ? new(target, depth) : name(pick(objects))
    }
  }

  private mutating func new(_ target: Int, _ depth: Int = 0) -> String {
    let kinds = classes.indices.filter { isKind($0, of: target) }
    let index = pick(kinds)
    let given = parameters(of: index).map { object($0.target, depth + 1) }
    return "\(type(index))(\(given.joined(separator: ", ")))"
  }

  private mutating func optional(_ target: Int) -> String {
    let optionals = all(.optional) { $0.target == target }
    let lists = all(.list) { $0.target == target }
    switch dice.roll(7) {
    case 0: return "nil"
    case 1 where !optionals.isEmpty: return name(pick(optionals))
    case 2 where !lists.isEmpty: return name(pick(lists)) + ".first"
    case 3, 4:
      let holders = holders { [.strong, .weak, .observed].contains($0.kind) && $0.target == target }
      if holders.isEmpty { return object(target) }
      let (holder, property) = pick(holders)
      return "\(name(holder)).\(property.name)"
    default: return object(target)
    }
  }

  /// The objects in variables with their properties of a kind.
  private func holders(_ isRight: (Property) -> Bool) -> [(Known, Property)] {
    all(.object).flatMap { known in properties(of: known.target).filter(isRight).map { (known, $0) } }
  }

  /// Something that is true or false, which no compiler knows.
  private mutating func condition() -> String {
    let objects = all(.object)
    return objects.isEmpty
      ? "Truth.isAlive(\(1 + dice.roll(9)))" : "\(name(pick(objects))).number % 2 == \(dice.roll(2))"
  }

  // MARK: Blocks

  mutating func statements(atLeast least: Int = 1) -> [GeneratedStatement] {
    var result: [GeneratedStatement] = []
    var number = least + dice.roll(5)
    while number > 0, rest > 0 || result.count < least {
      number -= 1
      rest -= 1
      let more = next()
      result += more
      if chance(1, in: 4) { result.append(checkpoint()) }
    }
    return result
  }

  /// The statements of a pair of braces.
  private mutating func block(
    _ binds: [Known] = [], isFunction: Bool = false, isLoop: Bool = false, result: String? = nil,
    reserving names: [String] = [], ending: (inout ProgramGenerator) -> String? = { _ in nil }
  ) -> [GeneratedStatement] {
    let outer = uses
    uses = []
    defer { uses = outer }
    var scope = Scope(isFunction: isFunction, isLoop: isLoop)
    scope.result = isFunction ? result : scopes.last?.result
    if !isFunction && scopes.last?.isLoop == true { scope.isLoop = true }
    scope.known = binds
    scope.names = Set(binds.map(\.variable.name) + names)
    scopes.append(scope)
    var body = statements(atLeast: scopes.count > 5 ? 0 : 1)
    if chance(1, in: 3) { body.append(checkpoint()) }
    uses = []
    if let ending = ending(&self) {
      var last = statement(ending)
      last.isRequired = true
      body.append(last)
    }
    scopes.removeLast()
    return body
  }

  mutating func checkpoint() -> GeneratedStatement {
    for scope in scopes.reversed() {
      for known in scope.known where known.variable.truth != nil { note(known.variable.name) }
      if scope.isFunction || scope.isBarrier { break }
    }
    let outer = uses
    uses = []
    defer { uses = outer }
    return statement("«check»")
  }

  /// Another text where the compiler would refuse to assign something to itself.
  private func assigning(_ statement: GeneratedStatement?) -> GeneratedStatement? {
    guard let words = statement?.text.components(separatedBy: " = "), words.count == 2, words[0] == words[1] else {
      return statement
    }
    return nil
  }

  private mutating func next() -> [GeneratedStatement] {
    let isDeep = scopes.count > 5
    let found: GeneratedStatement?
    switch dice.roll(isDeep ? 20 : 36) {
    case 0..<4: found = declaration()
    case 4..<9: found = assignment()
    case 9, 10, 11: found = variableAssignment()
    case 12: found = handler()
    case 13, 14: found = observation()
    case 15: found = change()
    case 16: found = call()
    case 17: found = quit()
    case 18: found = chance(1, in: 2) ? statement("print(\"p\")") : keep()
    case 19: found = stringsObservation()
    case 20, 21: found = statement(parts: [Part(opening: "do {", body: block())])
    case 22, 23: found = ifLet()
    case 24: found = guardLet()
    case 25, 26: found = loop()
    case 27: found = whileLet()
    case 28, 29: found = switchOver()
    case 30: found = catching()
    case 31: found = closureCall()
    case 32: found = localFunction()
    case 33: found = condition(with: nil)
    case 34: found = deferred()
    default: found = closureVariable()
    }
    uses = []
    return assigning(found).map { [$0] } ?? []
  }

  // MARK: Declarations

  private mutating func declaration() -> GeneratedStatement {
    let target = dice.roll(classes.count)
    let type = type(target)
    let isMutable = chance(1, in: 2)
    let word = isMutable ? "var" : "let"
    let shape: Shape = pick([.object, .object, .object, .optional, .optional, .list, .table, .pair, .holder, .choice])
    var text: String
    var special: (name: String, shape: Shape, isRead: Bool)?
    switch dice.roll(12) {
    case 0:
      let value = optional(target)
      special = (newName(), .optional, true)
      text = "weak var «»: \(type)? = \(value)"
    case 1:
      let value = object(target)
      special = (newName(), .optional, false)
      text = "unowned let «» = \(value)"
    case 2:
      special = (newName(), .optional, true)
      text = "var «»: \(type)?"
    case 3:
      let (first, second) = (object(target), object(target))
      let one = newName()
      let known = make(one, .object, target)
      scopes[scopes.count - 1].names.insert(one)
      let two = newName()
      let other = make(two, .object, target)
      let result = statement(
        "let (\(one), \(two)) = (\(first), \(second))", declares: [known.variable, other.variable])
      declare(known)
      declare(other)
      return result
    default: text = ""
    }
    if let special {
      let isOwn = text.hasPrefix("unowned")
      var known = make(special.name, special.shape, target, isMutable: !isOwn, isRead: special.isRead)
      if text.hasPrefix("weak") {
        let variable = GeneratedVariable(
          id: known.variable.id, name: special.name, truth: "Truth.list([], [\(special.name)])")
        known = Known(variable: variable, shape: .optional, target: target, isMutable: true)
      }
      let result = statement(text.replacing("«»", with: special.name), declares: [known.variable])
      // What is unowned is never read: as a problem it is none of the variables that are used.
      declare(isOwn ? Known(variable: known.variable, shape: .problem, target: target) : known)
      return result
    }
    let value: String
    switch shape {
    case .object, .problem: value = " = \(object(target))"
    case .optional: value = ": \(type)? = \(optional(target))"
    case .list: value = ": [\(type)] = [\((0..<dice.roll(4)).map { _ in object(target) }.joined(separator: ", "))]"
    case .table: value = ": [String: \(type)] = [\"a\": \(object(target)), \"b\": \(object(target))]"
    case .pair: value = ": (\(type), \(type)) = (\(object(target)), \(object(target)))"
    case .holder: value = " = Holder<\(type)>(strong: \(optional(target)), weak: \(optional(target)))"
    case .choice:
      let one = pick([".none", ".one(\(object(target)))", ".many([\(object(target)), \(object(target))])"])
      value = " = Choice<\(type)>\(one)"
    }
    // A subclass's object is in a variable of that class.
    let typed = shape == .object ? ": \(type)\(value)" : value
    let known = make(newName(), shape, target, isMutable: isMutable)
    let result = statement("\(word) \(known.variable.name)\(typed)", declares: [known.variable])
    declare(known)
    return result
  }

  private mutating func variableAssignment() -> GeneratedStatement? {
    var variables = known.filter(\.isMutable)
    // One that mostly has an object before, which then lives on elsewhere.
    let some = variables.filter { $0.shape == .object || $0.shape == .optional || $0.shape == .holder }
    if !some.isEmpty, chance(1, in: 2) { variables = some }
    if variables.isEmpty { return declaration() }
    let known = pick(variables)
    let (target, variable) = (known.target, name(known))
    switch known.shape {
    case .object: return statement("\(variable) = \(object(target))")
    case .optional: return statement("\(variable) = \(chance(1, in: 3) ? "nil" : optional(target))")
    case .list:
      return statement(
        pick([
          "\(variable).append(\(object(target)))", "\(variable) = []", "_ = \(variable).popLast()",
          "\(variable).insert(\(object(target)), at: 0)",
        ]))
    case .table: return statement("\(variable)[\"\(pick(["a", "b", "c"]))\"] = \(optional(target))")
    case .pair: return statement("\(variable)\(pick([".0", ".1"])) = \(object(target))")
    case .holder: return statement("\(variable).\(pick(["strong", "weak"])) = \(optional(target))")
    case .choice: return statement("\(variable) = \(pick([".none", ".one(\(object(target)))"]))")
    case .problem: return nil
    }
  }

  // MARK: Objects

  /// An object and a property of it that has a kind.
  private mutating func place(_ isRight: (Property) -> Bool) -> (holder: String, property: Property)? {
    let places = holders(isRight)
    if places.isEmpty { return nil }
    let (known, property) = pick(places)
    return (name(known), property)
  }

  private mutating func assignment() -> GeneratedStatement? {
    guard let (holder, property) = place({ $0.kind != .handler && $0.kind != .unownedOwner }) else {
      return declaration()
    }
    let place = "\(holder).\(property.name)"
    let target = property.target
    switch property.kind {
    case .weak where !all(.object, { isKind($0.target, of: target) }).isEmpty && chance(3, in: 4):
      return statement("\(place) = \(name(pick(all(.object) { isKind($0.target, of: target) })))")
    case .strong, .weak, .observed: return statement("\(place) = \(optional(target))")
    case .unownedVariable, .unsafe: return statement("\(holder).set_\(property.name)(\(optional(target)))")
    case .list:
      return statement(
        pick(["\(place).append(\(object(target)))", "\(place).append(\(object(target)))", "_ = \(place).popLast()"]))
    case .table: return statement("\(place)[\"\(pick(["a", "b"]))\"] = \(optional(target))")
    case .holder:
      return statement(
        pick([
          "\(place).strong = \(optional(target))", "\(place).weak = \(optional(target))",
          "\(place) = Holder<\(type(target))>(strong: \(optional(target)), weak: \(optional(target)))",
        ]))
    case .choice:
      return statement(
        "\(place) = \(pick([".none", ".one(\(object(target)))", ".many([\(object(target)), \(object(target))])"]))")
    case .lazy: return statement("\(holder).touch_\(property.name)()")
    case .handler, .unownedOwner: return nil
    }
  }

  /// A capture list, and the numbers of what is captured strongly.
  private mutating func captures() -> (list: String, strong: [String]) {
    let objects = all(.object)
    if objects.isEmpty { return ("", []) }
    let known = pick(objects)
    let variable = name(known)
    switch dice.roll(6) {
    case 0, 5: return ("[weak \(variable)] ", [])
    case 1: return ("[unowned \(variable)] ", [])
    case 2: return ("[other = \(variable)] ", [variable])
    case 3 where !known.isMutable: return ("", [variable])
    default: return ("[\(variable)] ", [variable])
    }
  }

  private func body(_ captures: (list: String, strong: [String])) -> String {
    if captures.list.hasPrefix("[weak ") { return "_ = \(captures.list.dropFirst(6).dropLast(2))" }
    let isOther = captures.list.hasPrefix("[other")
    return captures.strong.map { "_ = \(isOther ? "other" : $0)" }.joined(separator: "; ")
  }

  /// A closure in a property.
  private mutating func handler() -> GeneratedStatement? {
    guard let (holder, property) = place({ $0.kind == .handler }) else { return assignment() }
    let place = "\(holder).\(property.name)"
    if chance(1, in: 4) { return statement("\(place) = nil; \(place)Numbers = []") }
    let captured = captures()
    let numbers = captured.strong.map { "\($0).number" }.joined(separator: ", ")
    var text = "\(place) = { \(captured.list)\(captured.list.isEmpty ? "" : "in ")\(body(captured)) }"
    for one in captured.strong { text += "\nprint(\"captures\", «line» - 1, \(one).number)" }
    text += "\n\(place)Numbers = [\(numbers)]"
    return statement(text)
  }

  private mutating func observation() -> GeneratedStatement? {
    let objects = all(.object) { observable.contains($0.target) }
    if objects.isEmpty { return declaration() }
    let (owner, observed) = (name(pick(objects)), name(pick(objects)))
    if chance(1, in: 4) {
      return statement("\(owner).kvoController.unobserve(\(observed)); \(owner).records[\(observed).number] = nil")
        .guarded("\(owner).records[\(observed).number] != nil", nextID())
    }
    let captured = captures()
    let numbers = captured.strong.map { "\($0).number" }.joined(separator: ", ")
    let inside = body(captured)
    var text =
      "\(owner).kvoController.observe(\(observed), \\.$value) { \(captured.list)_, _, _ in \(inside) }"
    for one in captured.strong { text += "\nprint(\"captures\", «line» - 1, \(one).number)" }
    text += "\n\(owner).records[\(observed).number] = [\(numbers)]; \(owner).records[0] = []"
    return statement(text).guarded("\(owner).records[\(observed).number] == nil", nextID())
  }

  private mutating func stringsObservation() -> GeneratedStatement? {
    // Both have to live until the registration is removed.
    let objects = all(.object) { observable.contains($0.target) && !$0.isMutable }
    if objects.isEmpty || scopes.last?.isFunction != false && isFile { return change() }
    let (observed, observer) = (name(pick(objects)), name(pick(objects)))
    let text =
      "\(observed).addObserver(\(observer), forKeyPath: \"value\", options: .new)"
      + "\ndefer { \(observed).removeObserver(\(observer), forKeyPath: \"value\") }"
    var add = statement(text)
    let inner = block(reserving: [observed, observer])
    add.isRequired = true
    return statement(parts: [Part(opening: "do {", body: [add] + inner)])
  }

  private mutating func change() -> GeneratedStatement? {
    let objects = all(.object) { observable.contains($0.target) }
    return objects.isEmpty ? declaration() : statement("\(name(pick(objects))).value += 1")
  }

  private mutating func keep() -> GeneratedStatement? {
    let objects = all(.object)
    return objects.isEmpty || chance(2, in: 3)
      ? statement("print(\"q\")") : statement("Truth.keep(\(name(pick(objects))))")
  }

  // MARK: Scopes

  private mutating func ifLet() -> GeneratedStatement? {
    let target = dice.roll(classes.count)
    let optionals = all(.optional)
    let (isShort, known): (Bool, Known?) = (chance(1, in: 2), optionals.isEmpty ? nil : pick(optionals))
    if isShort, let known {
      let variable = name(known)
      let bound = make(variable, .object, known.target)
      let start = statement()
      var result = start
      result.parts = [Part(opening: "if let \(variable) {", binds: [bound.variable], body: block([bound]))]
      if chance(1, in: 3) { result.parts.append(Part(opening: "} else {", body: block())) }
      return result
    }
    let value = "\(optional(target)) as \(type(target))?"
    let bound = make(newName(isInner: true), .object, target)
    var result = statement()
    result.parts = [
      Part(opening: "if let \(bound.variable.name) = \(value) {", binds: [bound.variable], body: block([bound]))
    ]
    if chance(1, in: 3) { result.parts.append(Part(opening: "} else {", body: block())) }
    return result
  }

  /// How the braces around can be left; nil outside functions.
  private mutating func leaving() -> String? {
    if scopes.last?.isLoop == true { return pick(["break", "continue"]) }
    guard let result = scopes.last?.result else { return nil }
    return result.isEmpty ? "return" : "return nil"
  }

  private mutating func quit() -> GeneratedStatement? {
    guard let leaving = leaving() else { return declaration() }
    let condition = condition()
    var result = statement()
    result.parts = [Part(opening: "if \(condition) {", body: block { _ in leaving })]
    return result
  }

  private mutating func guardLet() -> GeneratedStatement? {
    guard let leaving = leaving() else { return ifLet() }
    let target = dice.roll(classes.count)
    let value = "\(optional(target)) as \(type(target))?"
    let known = make(newName(), .object, target)
    var result = statement(declares: [known.variable])
    // Inside its braces the variable cannot be named.
    scopes[scopes.count - 1].names.insert(known.variable.name)
    result.parts = [
      Part(opening: "guard let \(known.variable.name) = \(value) else {", body: block { _ in leaving })
    ]
    declare(known)
    return result
  }

  private mutating func condition(with ending: String?) -> GeneratedStatement {
    let condition = condition()
    var result = statement()
    result.parts = [Part(opening: "if \(condition) {", body: block { _ in ending })]
    if chance(1, in: 2) { result.parts.append(Part(opening: "} else {", body: block())) }
    return result
  }

  private mutating func loop() -> GeneratedStatement {
    if chance(1, in: 3) {
      var result = statement()
      result.parts = [Part(opening: "for _ in 0..<\(1 + dice.roll(3)) {", body: block(isLoop: true))]
      return result
    }
    let lists = all(.list)
    let (target, list): (Int, String)
    if lists.isEmpty || chance(1, in: 3) {
      target = dice.roll(classes.count)
      list = "[\(object(target)), \(object(target))] as [\(type(target))]"
    } else {
      let known = pick(lists)
      (target, list) = (known.target, name(known))
    }
    let bound = make(newName(isInner: true), .object, target)
    var result = statement()
    result.parts = [
      Part(
        opening: "for \(bound.variable.name) in \(list) {", binds: [bound.variable], body: block([bound], isLoop: true))
    ]
    return result
  }

  private mutating func whileLet() -> GeneratedStatement? {
    // Of a list that nothing inside can add to.
    guard let index = known.firstIndex(where: { $0.shape == .list && $0.isMutable }) else { return loop() }
    let list = known[index]
    let text = name(list)
    let bound = make(newName(isInner: true), .object, list.target)
    var locked = list
    locked.isMutable = false
    var result = statement()
    // It has the same name inside, and cannot be assigned there.
    scopes.append(Scope(known: [locked], result: scopes.last?.result))
    result.parts = [
      Part(
        opening: "while let \(bound.variable.name) = \(text).popLast() {", binds: [bound.variable],
        body: block([bound], isLoop: true))
    ]
    scopes.removeLast()
    return result
  }

  private mutating func switchOver() -> GeneratedStatement? {
    let choices = all(.choice)
    if choices.isEmpty { return declaration() }
    let choice = pick(choices)
    let text = name(choice)
    let one = make(newName(isInner: true), .object, choice.target)
    if chance(1, in: 3) {
      var result = statement()
      result.parts = [
        Part(opening: "if case .one(let \(one.variable.name)) = \(text) {", binds: [one.variable], body: block([one]))
      ]
      return result
    }
    let many = make(newName(isInner: true), .list, choice.target)
    var result = statement()
    let none = statement("print(\"none\")")
    var kept = none
    kept.isRequired = true
    let (first, second) = (block([one]), block([many]))
    result.parts = [
      Part(opening: "switch \(text) {", isCase: true),
      Part(opening: "case .none:", body: [kept], isCase: true),
      Part(opening: "case .one(let \(one.variable.name)):", binds: [one.variable], body: [kept] + first, isCase: true),
      Part(
        opening: "case .many(let \(many.variable.name)):", binds: [many.variable], body: [kept] + second, isCase: true),
    ]
    return result
  }

  private mutating func catching() -> GeneratedStatement {
    let target = dice.roll(classes.count)
    let condition = condition()
    var result = statement()
    // What it throws is not known outside: the braces end here.
    let first = block()
    let inner = statement(parts: [
      Part(
        opening: "if \(condition) {", body: block { "throw Problem<\($0.type(target))>(culprit: \($0.object(target)))" }
      )
    ])
    var thrower = inner
    thrower.uses = result.uses
    let after = block()
    let problem = make(newName(isInner: true), .problem, target)
    let handled = block([problem])
    result.uses = []
    let (before, behind) = (statement(parts: [Part(opening: "do {", body: first)]), after)
    result.parts = [
      Part(opening: "do {", body: [before, thrower, statement(parts: [Part(opening: "do {", body: behind)])]),
      Part(
        opening: "} catch let \(problem.variable.name) as Problem<\(type(target))> {", binds: [problem.variable],
        body: handled),
      Part(opening: "} catch {"),
    ]
    return result
  }

  // MARK: Functions

  private mutating func closureCall() -> GeneratedStatement {
    let target = dice.roll(classes.count)
    let list = "[\(object(target)), \(object(target))] as [\(type(target))]"
    let known = make(newName(isInner: true), .object, target)
    var result = statement()
    result.parts = [
      Part(
        opening: "(\(list)).forEach { \(known.variable.name) in", body: block([known], isFunction: true, result: ""),
        isFunction: true)
    ]
    return result
  }

  private mutating func closureVariable() -> GeneratedStatement? {
    let captured = captures()
    if captured.list.isEmpty, captured.strong.isEmpty { return declaration() }
    let name = "action\(nextID())"
    var text = "let \(name) = { \(captured.list)\(captured.list.isEmpty ? "" : "in ")\(body(captured)) }"
    for one in captured.strong { text += "\nprint(\"captures\", «line» - 1, \(one).number)" }
    return statement(text + "\n\(name)()")
  }

  private mutating func localFunction() -> GeneratedStatement? {
    if isFile && scopes.count < 4 { return declaration() }
    let target = dice.roll(classes.count)
    let known = make(newName(isInner: true), .object, target)
    let name = "inner\(nextID())"
    let argument = object(target)
    var result = statement()
    result.parts = [
      Part(
        opening: "func \(name)(_ \(known.variable.name): \(type(target))) {",
        body: block([known], isFunction: true, result: ""), isFunction: true)
    ]
    result.isRequired = false
    return statement(parts: [Part(opening: "do {", body: [result, called("\(name)(\(argument))", result)])])
  }

  /// A call of what the other statement declares.
  private mutating func called(_ text: String, _ other: GeneratedStatement) -> GeneratedStatement {
    var call = statement(text)
    call.uses = other.uses
    call.isRequired = true
    return call
  }

  private mutating func deferred() -> GeneratedStatement? {
    if isFile && scopes.count < 4 { return declaration() }
    var scope = Scope()
    scope.known = []
    scopes.append(scope)
    defer { scopes.removeLast() }
    var result = statement()
    result.parts = [Part(opening: "defer {", body: [statement("print(\"deferred\")"), checkpoint()])]
    return result
  }

  private mutating func call() -> GeneratedStatement? {
    let possible = methods.flatMap { method in
      all(.object) { isKind($0.target, of: method.target) }.map { ($0, method) }
    }
    if !possible.isEmpty, chance(1, in: 2) {
      let (known, method) = pick(possible)
      uses.insert(method.id)
      return statement("\(name(known)).\(method.name)(\(object(method.parameter)))")
    }
    if functions.isEmpty { return declaration() }
    let function = pick(functions)
    uses.insert(function.id)
    let argument = object(function.parameter)
    guard let target = function.result else { return statement("\(function.name)(\(argument))") }
    let known = make(newName(), .optional, target)
    let text = "let \(known.variable.name): \(type(target))? = \(function.name)(\(argument))"
    let result = statement(text, declares: [known.variable])
    declare(known)
    return result
  }

  /// A function outside the others.
  mutating func function() -> GeneratedStatement {
    let parameter = dice.roll(classes.count)
    let result = chance(1, in: 2) ? dice.roll(classes.count) : nil
    let name = "step\(nextID())"
    let known = make(newName(isInner: true), .object, parameter)
    scopes.append(Scope(isBarrier: true))
    let arrow = result.map { " -> \(self.type($0))?" } ?? ""
    let value = result.map { _ in "" } ?? ""
    uses = []
    let body = block([known], isFunction: true, result: result == nil ? value : "nil") { generator in
      result.map { "return \(generator.chance(1, in: 4) ? "nil" : generator.object($0))" }
    }
    scopes.removeLast()
    let declared = GeneratedVariable(id: nextID(), name: name, truth: nil)
    var whole = statement(
      parts: [
        Part(
          opening: "\(modifier)func \(name)(_ \(known.variable.name): \(self.type(parameter)))\(arrow) {", body: body,
          isFunction: true)
      ])
    whole.declares = []
    whole.parts[0].binds = []
    functions.append((declared.id, name, parameter, result, false))
    whole.isRequired = true
    return whole
  }

  /// A method of a class, which assigns properties.
  mutating func method(of index: Int) -> GeneratedStatement {
    let parameter = dice.roll(classes.count)
    let called = "move\(nextID())"
    let known = make(newName(isInner: true), .object, parameter)
    let isGeneric = classes[index].type.hasSuffix(">")
    scopes.append(Scope(isBarrier: true))
    let fitting = classes[index].properties.filter { $0.target == parameter && [.strong, .weak].contains($0.kind) }
    var lines: [GeneratedStatement] = []
    if let property = fitting.first, !isGeneric { lines.append(statement("\(property.name) = \(known.variable.name)")) }
    let body = block([known], isFunction: true, result: "")
    scopes.removeLast()
    var whole = statement(
      parts: [
        Part(
          opening: "func \(called)(_ \(known.variable.name): \(type(parameter))) {", body: lines + body,
          isFunction: true)
      ])
    whole.isRequired = true
    methods.append((whole.id, called, index, parameter))
    return whole
  }
}

extension GeneratedStatement {
  /// The statement, where the condition holds.
  func guarded(_ condition: String, _ id: Int) -> GeneratedStatement {
    var outer = self
    outer.text = ""
    var inner = GeneratedStatement(id: id, text: text)
    inner.isRequired = true
    outer.parts = [Part(opening: "if \(condition) {", body: [inner])]
    return outer
  }
}
