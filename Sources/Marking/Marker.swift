import Recording

/// Finds where the marks stand.
struct Marker {
  let source: [UInt8]
  /// The name under which the marks report the file, as a literal.
  let path: String
  let declarations: Declarations
  let lines: SourceLines
  var insertions: Insertions
  /// What the compiler has refused, and what therefore has no marks.
  let refused: Set<MarkedPart>
  /// What is written where the program begins, if that is a function.
  private let beginning: String?

  /// The declaration or function around what is visited.
  private var enclosing: ClosedRange<Int>
  /// Whether that is a type, and whether it is a method or inside one.
  private var isInType = false
  private var isInMethod = false
  /// The functions that have their marks, by the places of their bodies, and what each is called.
  private var functions: [Int: (range: ClosedRange<Int>, part: MarkedPart)] = [:]
  /// The parameters that are passed to marks, with the places of their lists.
  private var parameters: [(list: ClosedRange<Int>, variable: Variable)] = []
  /// The names of the variables around what is visited that do not retain what they refer to.
  var unretaining: Set<String> = []
  /// The class around what is visited.
  var enclosingClass: Node?

  /// What no mark can report, in words, in the order of the file.
  var unrecorded: [(line: Int, words: String)] = []
  /// Whether the function has been found with which a type begins that is `@main`.
  private(set) var hasMainFunction = false
  /// Whether there are statements outside functions.
  private(set) var runsSomething = false
  /// Whether there are static variables, or global ones in a file without statements outside functions.
  private(set) var hasGlobals = false
  /// Whether something modifies a property in place that no mark precedes, such as the initial value of a property.
  private(set) var hasUnmarkedChange = false

  /// Where a statement stands: in which function, and what it sees there.
  private struct Scope {
    /// The declaration of the frame, until it is written before the first statement.
    var frame: [(text: String, part: MarkedPart?)] = []
    /// The variables of the function that can be named here.
    var variables: [Variable] = []
    /// Whether the statements are outside functions: the variables there live as long as the program.
    var isFile = false
    /// Whether nothing of the function is marked.
    var isUnmarked = false
    /// Whether a condition of the loop around modifies a property in place, in between the statements.
    var isModified = false
  }

  init(
    _ source: [UInt8], tree: Any, path: String, beginning: String? = nil, without refused: Set<MarkedPart> = [],
    _ extent: Insertions.Extent = .all
  ) {
    (self.source, self.path, self.beginning, self.refused) = (source, path, beginning, refused)
    insertions = Insertions(extent)
    declarations = Declarations(tree)
    enclosing = 0...max(0, source.count - 1)
    lines = SourceLines(source, path: path)
    visit(tree)
  }

  /// The parts of which the compiler may refuse a mark, if it complains about a place.
  ///
  /// - Parameters:
  ///   - line: of the file, counted from 1.
  ///   - column: of the copy, counted in bytes from 0.
  func parts(at line: Int, _ column: Int) -> [MarkedPart] {
    guard let start = lines.start(ofLine: line) else { return [] }
    let found = insertions.find(column, ofLineAt: start)
    if let part = found.part { return [part] }
    let named = parameters.first { list, variable in
      list.contains(found.offset) && text(at: found.offset, is: variable.name)
    }
    if let named { return [named.variable.part] }
    // A mark elsewhere has changed what the line means. A closure of one expression has a type that others depend on.
    let lines = functions.values.map { (part: $0.part, range: $0.range, first: self.line(at: $0.range.lowerBound)) }
    let closures = lines.filter { $0.first == line && $0.part.isClosure && !refused.contains($0.part) }
    if !closures.isEmpty { return closures.map(\.part) }
    let around = lines.filter { $0.range.contains(found.offset) && !refused.contains($0.part) }
    return [around.min { $0.range.count < $1.range.count }?.part ?? .function("main", 0)]
  }

  // MARK: Declarations and expressions

  private mutating func visit(_ value: Any) {
    if let nodes = value as? [Any] { for node in nodes { visit(node) } }
    guard let node = value as? Node else { return }
    // What the compiler adds has no place in the file.
    if node.isImplicit && node.isDeclaration { return }
    switch node.kind {
    case "interpolated_string_literal_expr": return
    case "single_value_stmt_expr": noteUnmarked(node)
    case "source_file": visitFile(node.nodes("items"))
    case "capture_list":
      if let captured = node["captures"] { visit(captured) }
      if let closure = node.node("closure_body") { visitFunction(closure, captureList(node)) }
    case "closure_expr", "func_decl", "accessor_decl", "constructor_decl", "destructor_decl": visitFunction(node)
    case "class_decl", "struct_decl", "enum_decl", "extension_decl":
      let outer = (enclosing, isInType, isInMethod, enclosingClass)
      defer { (enclosing, isInType, isInMethod, enclosingClass) = outer }
      if node.range.map({ enclosing.contains($0.lowerBound) }) == true { tellProperties(of: node) }
      let members = node.nodes("members")
      let values = members.filter { $0.kind == "pattern_binding_decl" && !$0.isImplicit }
      hasUnmarkedChange = hasUnmarkedChange || values.contains(where: Self.modifies)
      hasGlobals = hasGlobals || members.contains { $0.kind == "var_decl" && $0.flag("static") && !$0.isImplicit }
      (enclosing, isInType, isInMethod) = (node.range ?? enclosing, true, false)
      enclosingClass = node.kind == "class_decl" ? node : nil
      for (_, part) in node.parts { visit(part) }
    default: for (_, part) in node.parts { visit(part) }
    }
  }

  /// - Parameter captured: the list of a closure, with the variables that it retains.
  private mutating func visitFunction(_ node: Node, _ captured: [String: String?] = [:]) {
    if node.declaredName == OrderedSource.rest { return }
    for (key, part) in node.parts where key != "body" { visit(part) }
    // The compiler prints some closures twice: as they are written, and converted.
    guard let body = node.node("body"), let range = body.range, isWritten(range), functions[range.lowerBound] == nil
    else { return }
    let outer = (enclosing, isInType, isInMethod, unretaining)
    defer { (enclosing, isInType, isInMethod, unretaining) = outer }
    isInMethod = isInMethod || isInType && node.kind != "closure_expr" && !node.flag("static")
    (enclosing, isInType) = (range, false)
    for (name, target) in captured { if target == nil { unretaining.insert(name) } else { unretaining.remove(name) } }
    for name in node.parameters.compactMap(\.declaredName) { unretaining.remove(name) }

    let name = Self.name(of: node)
    let part = MarkedPart.function(name, line(at: range.lowerBound))
    functions[range.lowerBound] = (node.range ?? range, part)
    if let beginning, range.lowerBound == declarations.mainFunction {
      insertions.addBeginning(" \(beginning); ", at: range.lowerBound + 1)
      hasMainFunction = true
    }
    // A function sees its own variables alone: those around it may be in use while it runs.
    var scope = Scope(isUnmarked: refused.contains(part))
    let ended = node.kind == "destructor_decl" ? enclosingClass.map(declarations.classes) ?? [] : []
    let options =
      (isInMethod ? ", isMethod: true" : "") + (Self.waits(body) ? ", waits: true" : "")
      + (ended.isEmpty ? "" : ", ends: \(literal(ended.joined(separator: " ")))")
    let frame = "let __frame = __Frame(\(literal(name)), \(path)\(options)); defer { __frame.leave() }; "
    scope.frame = [(frame, part)]
    if node.kind != "closure_expr" {
      let received = received(by: node)
      if !received.isEmpty { scope.frame += [("__frame.receives(", part)] + Self.list(received) + [("); ", part)] }
    }
    let hasFrame = visitBlock(body, scope)
    if node.kind == "constructor_decl", !scope.isUnmarked {
      tellUnowned(node, body)
      tellMade(node, body, hasFrame: hasFrame)
    }
  }

  /// Whether a body is in this file. What a macro adds has places in another text.
  private func isWritten(_ body: ClosedRange<Int>) -> Bool {
    isInside(body) && source[body.lowerBound] == UInt8(ascii: "{") && source[body.upperBound] == UInt8(ascii: "}")
  }

  /// What a function is called in the pictures.
  private static func name(of node: Node) -> String {
    switch node.kind {
    case "closure_expr": MarkedPart.closure
    case "constructor_decl": "init"
    case "destructor_decl": "deinit"
    case "accessor_decl": "a property"
    default: node.declaredName ?? "a function"
    }
  }

  /// The parameters that are objects.
  private mutating func received(by function: Node) -> [Variable] {
    guard let list = function.node("params")?.range else { return [] }
    let variables = function.parameters.filter(Self.isObject).compactMap(\.declaredName).map {
      Variable(name: $0, line: line(at: list.lowerBound), label: $0)
    }
    parameters += variables.map { (list, $0) }
    return variables.filter { !refused.contains($0.part) }
  }

  /// Whether a parameter is an object: its type is a class, or an optional one.
  private static func isObject(_ parameter: Node) -> Bool {
    parameter.interfaceType.hasSuffix("CD") || parameter.interfaceType.hasSuffix("CSgD")
  }

  /// Whether the function may go on on another thread: it awaits something.
  private static func waits(_ body: Node) -> Bool {
    var waits = false
    Node.walk(body) { node in
      if node.kind == "await_expr" { waits = true }
      return !waits && node.kind != "closure_expr" && (!node.isDeclaration || node.kind == "pattern_binding_decl")
    }
    return waits
  }

  // MARK: Statements

  /// Marks the statements outside functions. Their variables have no scope that ends.
  private mutating func visitFile(_ items: [Node]) {
    let part = MarkedPart.function("main", 0)
    var scope = Scope(
      frame: [("let __frame = __Frame(\"main\", \(path)); ", part)], isFile: true,
      isUnmarked: refused.contains(part))
    if !items.contains(where: { $0.kind == "top_level_code_decl" }) { noteGlobals(items) }
    for item in items {
      guard item.kind == "top_level_code_decl" else {
        hasGlobals = hasGlobals || item.kind == "pattern_binding_decl"
        hasUnmarkedChange = hasUnmarkedChange || item.kind == "pattern_binding_decl" && Self.modifies(item)
        visit(item)
        continue
      }
      runsSomething = true
      visitBlock(item.node("body") ?? [:], &scope)
    }
    // What the last statement changes is read behind it.
    guard runsSomething, scope.frame.isEmpty, !scope.isUnmarked, !scope.variables.isEmpty else { return }
    insert([("\n__frame.finish(", part)] + Self.list(scope.variables) + [(")\n", part)], at: source.count)
  }

  /// Returns whether a mark in it makes the frame.
  @discardableResult
  private mutating func visitBlock(
    _ block: Node, _ scope: Scope, with bound: [Variable] = [], isCase: Bool = false
  ) -> Bool {
    var inner = scope
    inner.isFile = false
    let outer = unretaining
    defer { unretaining = outer }
    visitBlock(block, &inner, with: bound, isCase: isCase)
    return !scope.frame.isEmpty && inner.frame.isEmpty && !scope.isUnmarked
  }

  /// Marks the statements of one pair of braces.
  ///
  /// - Parameters:
  ///   - bound: the variables that what stands before the braces declares: those of a loop, a case or a condition.
  ///   - isCase: whether they are the statements of a case, which have no braces.
  private mutating func visitBlock(
    _ block: Node, _ scope: inout Scope, with bound: [Variable] = [], isCase: Bool = false
  ) {
    guard !block.isImplicit || !scope.frame.isEmpty || scope.isFile || isCase else { return }
    let isInner = scope.frame.isEmpty && !scope.isFile
    add(bound, to: &scope)
    var ending = scope.isFile ? [] : bound
    let end = block.range.map { line(at: $0.upperBound) } ?? 0
    let elements = block.nodes("elements")
    for (index, element) in elements.enumerated() {
      let declared = declared(by: element)
      guard let start = markedStart(of: element) else {
        visitParts(of: element, scope)
        noteUnmarkedChange(element)
        // From here on its names mean something else, which no mark can name.
        hide(declared, in: &scope)
        continue
      }
      if !scope.isUnmarked {
        // A frame is made before anything is told of it.
        insert(scope.frame, at: start)
        insert(Self.ends(ending, end), at: start)
        insert(mark(element, start, scope), at: start)
        // The only expression of a function or closure is its result.
        if isResult(element, at: start) { insertions.add("return ", at: start) }
      } else {
        noteUnmarkedChange(element)
      }
      (scope.frame, ending) = ([], [])
      // What a statement declares is seen behind it.
      visitParts(of: element, scope)
      add(declared, to: &scope)
      if scope.isFile || scope.isUnmarked { continue }
      ending = declared
      // Without a statement after it, the end is told from before the declaration.
      if index == elements.count - 1 { insert(Self.ends(declared, end), at: start) }
    }
    guard isInner, !isCase, !scope.isUnmarked, let last = elements.last, let end = block.range?.upperBound else {
      return
    }
    // What the last statement changes is read before the scopes end.
    if last.isDeclaration || Self.quits(last) || markedStart(of: last) == nil || scope.variables.isEmpty { return }
    let part = MarkedPart.line(line(at: last.range?.lowerBound ?? 0))
    insert([("; __frame.reads(", part)] + Self.list(scope.variables) + [(") ", part)], at: end)
  }

  /// Where the mark of a statement stands; nil if it has none.
  private func markedStart(of element: Node) -> Int? {
    if element.isDeclaration && element.kind != "pattern_binding_decl" { return nil }
    // An initializer ends with a `return` that the compiler adds.
    guard let start = start(of: element), !text(at: start, is: "}") else { return nil }
    return refused.contains(.line(line(at: start))) ? nil : start
  }

  private func isResult(_ element: Node, at start: Int) -> Bool {
    // A call that never returns is a result of any type.
    let isNever = element.node("result")?.kind == "unreachable"
    return element.kind == "return_stmt" && !text(at: start, is: "return") && !isNever
  }

  private mutating func noteUnmarkedChange(_ element: Node) {
    hasUnmarkedChange = hasUnmarkedChange || Self.modifies(element)
  }

  /// Whether the statement leaves the braces around it.
  private static func quits(_ statement: Node) -> Bool {
    ["return_stmt", "throw_stmt", "break_stmt", "continue_stmt", "fallthrough_stmt"].contains(statement.kind)
  }

  /// The calls that stand before a statement.
  private func mark(_ element: Node, _ start: Int, _ scope: Scope) -> [(text: String, part: MarkedPart?)] {
    let call = element.kind.hasSuffix("_expr") ? "does" : Self.quits(element) ? "quits" : "mark"
    let part = MarkedPart.line(line(at: start))
    var pieces: [(text: String, part: MarkedPart?)] = [("__frame.\(call)(\(line(at: start))", part)]
    if !scope.variables.isEmpty { pieces += [(", ", part)] + Self.list(scope.variables) }
    let captured = captures(in: element)
    if !captured.isEmpty {
      let names = captured.map { $0 == "self" ? "self" : "`\($0)`" }.joined(separator: ", ")
      pieces.append(("); __frame.captures(\(literal(captured.joined(separator: " "))), \(names)", part))
    }
    if Self.callsInitializer(element) { pieces.append(("); __frame.delegates(", part)) }
    if scope.isModified || Self.modifies(element) { pieces.append(("); __frame.modifies(", part)) }
    return pieces + [("); ", part)]
  }

  /// Whether the statement modifies a property of an object in place, so that it must not be read meanwhile: while
  /// `clock.table["a"] = nil` runs the deinit of what was there, the table has a hole.
  ///
  /// A number or a text has none. A local variable is read by its own function alone.
  private static func modifies(_ statement: Any) -> Bool {
    var modifies = false
    Node.walk(statement) { node in
      switch node.kind {
      case "brace_stmt", "closure_expr": return false
      case "load_expr":
        modifies = modifies || node.node("sub_expr").map(modifiesInPath) == true
        return false
      case "inout_expr" where node.node("sub_expr")?.kind != "declref_expr":
        modifies = modifies || !isPlain(node["type"] as? String ?? "")
      default: break
      }
      return !modifies
    }
    return modifies
  }

  /// The same for what is read, as `table.rows[0]` is in `table.rows[0].name = ""` if a row is an object. The tree has
  /// what is before the brackets as something that could be modified.
  private static func modifiesInPath(_ path: Node) -> Bool {
    let kinds = [
      "inout_expr", "subscript_expr", "member_ref_expr", "tuple_element_expr", "force_value_expr", "paren_expr",
    ]
    guard kinds.contains(path.kind) else { return modifies(path) }
    return path.parts.contains { key, part in
      guard ["base", "sub_expr"].contains(key), let base = part as? Node else { return modifies(part) }
      return modifiesInPath(base)
    }
  }

  /// Whether the statement is a call of another initializer, which makes the same object.
  static func callsInitializer(_ statement: Node) -> Bool {
    var calls = false
    Node.walk(statement) { node in
      calls = calls || node.kind == "rebind_self_in_constructor_expr"
      return !calls && !["brace_stmt", "closure_expr"].contains(node.kind)
    }
    return calls
  }

  mutating func insert(_ pieces: [(text: String, part: MarkedPart?)], at offset: Int) {
    for piece in pieces { insertions.add(piece.text, at: offset, for: piece.part) }
  }

  /// From here on these names mean these variables.
  private mutating func add(_ declared: [Variable], to scope: inout Scope) {
    hide(declared, in: &scope)
    scope.variables += declared.filter(\.isReadable)
    for variable in declared {
      if variable.isRetaining { unretaining.remove(variable.name) } else { unretaining.insert(variable.name) }
    }
  }

  private func hide(_ declared: [Variable], in scope: inout Scope) {
    scope.variables.removeAll { variable in declared.contains { $0.name == variable.name } }
  }

  /// Visits what is inside a statement: further braces see the same variables, functions their own.
  private mutating func visitParts(of value: Any, _ scope: Scope) {
    if let nodes = value as? [Any] { for node in nodes { visitParts(of: node, scope) } }
    guard let node = value as? Node else { return }
    switch node.kind {
    case "brace_stmt": if !node.isImplicit { visitBlock(node, scope) }
    case "for_each_stmt", "if_stmt", "while_stmt", "case_stmt":
      let bound = bound(by: node)
      var scope = scope
      let isLoop = node.kind == "for_each_stmt" || node.kind == "while_stmt"
      if isLoop { scope.isModified = scope.isModified || node.parts.contains { Self.modifies($0.value) } }
      for (key, part) in node.parts {
        if ["body", "then_stmt"].contains(key), let block = part as? Node, block.kind == "brace_stmt" {
          visitBlock(block, scope, with: bound, isCase: node.kind == "case_stmt")
        } else {
          visitParts(of: part, scope)
        }
      }
    case "repeat_while_stmt":
      var scope = scope
      scope.isModified = scope.isModified || node.parts.contains { Self.modifies($0.value) }
      for (_, part) in node.parts { visitParts(of: part, scope) }
    case "defer_stmt":
      // The compiler makes a function of it, which sees the variables around it.
      if let block = node.node("temp_decl")?.node("body") { visitBlock(block, scope) }
    case "capture_list", "closure_expr", "interpolated_string_literal_expr", "single_value_stmt_expr": visit(node)
    case _ where node.isDeclaration && node.kind != "pattern_binding_decl": visit(node)
    default: for (_, part) in node.parts { visitParts(of: part, scope) }
    }
  }

  /// An `if` or `switch` that is an expression has no room for a mark.
  private mutating func noteUnmarked(_ node: Node) {
    guard let range = node.range, isInside(range) else { return }
    let (first, last) = (line(at: range.lowerBound), line(at: range.upperBound))
    if first < last { note(first, "the lines \(first) to \(last), an expression") }
  }

  private func isInside(_ range: ClosedRange<Int>) -> Bool {
    enclosing.contains(range.lowerBound) && enclosing.contains(range.upperBound)
  }
}
