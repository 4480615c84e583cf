import Console
import Foundation

/// Finds where the marks stand.
struct Marker {
  let source: [UInt8]
  private let path: String
  /// The offsets at which the lines begin.
  let lineStarts: [Int]
  /// What is inserted, by its offset.
  private var insertions: [Int: String] = [:]
  /// The declaration or function around what is visited.
  private var enclosing: ClosedRange<Int>
  /// Whether that is a type, and whether it is a method or inside one.
  private var isInType = false
  private var isInMethod = false
  /// Where the body of the function begins with which the program begins, and whether it is in the type that is `@main` itself, and
  /// not in an extension that may be a protocol's.
  private var mainFunction: (start: Int, isInType: Bool)?
  /// The constants of the class around that are unowned.
  private var unownedProperties: Set<String> = []
  private var hasSuperclass = false
  /// The functions that have their marks, by their offsets.
  private var visited: Set<Int> = []
  /// The types of the file by what the compiler calls them: which of their properties do not retain.
  private var types: [String: DeclaredType] = [:]
  /// The names of the variables around what is visited that do not retain what they refer to.
  var unretaining: Set<String> = []
  /// The variables that cannot be passed to a mark, because their types cannot be copied.
  private var uncopyable: Set<String> = []
  private var declaredVariables: [(name: String, type: String)] = []
  /// The functions inside methods that use `self`, which are closures if they are passed on.
  private(set) var functionsWithSelf: Set<String> = []
  /// What is written where the program begins, if that is a function.
  private let beginning: String?
  /// Whether there is a type that is `@main`, and whether its function has been found.
  private(set) var hasMainType = false
  private(set) var hasMainFunction = false
  /// Whether there are statements outside functions.
  private(set) var runsSomething = false
  /// Whether there are static variables, or global ones in a file without statements outside functions.
  private(set) var hasGlobals = false
  private let hasVariables: Bool

  typealias Node = [String: Any]

  /// Where a statement stands: in which function, and what it sees there.
  private struct Scope {
    /// The declaration of the frame, until it is written before the first statement.
    var frame: String?
    /// The variables of the function that can be named here.
    var variables: [Variable] = []
    /// Whether the statements are outside functions: the variables there live as long as the program.
    var isFile = false
  }

  /// A variable, which is known by where it is declared: another may have its name.
  private struct Variable {
    let name: String
    /// The variable in the recording: its name and the line of its declaration, `clock#12`; `~clock#12` if it does not retain.
    let label: String
  }

  /// A class or structure of the file.
  private struct DeclaredType {
    var superclass: String?
    /// The stored properties, in their order; nil for how it refers if it retains.
    var stored: [(property: String, strength: RecordedEvent.Strength?)] = []
    var isRetaining: Bool { stored.allSatisfy { $0.strength == nil } }
    var isCopyable = true
  }

  init(source: [UInt8], path: String, hasVariables: Bool = true, beginning: String? = nil) {
    (self.source, self.path, enclosing) = (source, path, 0...max(0, source.count - 1))
    (self.hasVariables, self.beginning) = (hasVariables, beginning)
    lineStarts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  var copy: String {
    var copy = ""
    var at = 0
    for (offset, inserted) in insertions.sorted(by: { $0.key < $1.key }) {
      copy += String(decoding: source[at..<offset], as: UTF8.self) + inserted
      at = offset
    }
    return copy + String(decoding: source[at...], as: UTF8.self)
  }

  // MARK: Declarations and expressions

  mutating func visit(_ value: Any) {
    if let nodes = value as? [Any] { for node in nodes { visit(node) } }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return }
    // What the compiler adds has no place in the file.
    if node["implicit"] as? Bool == true && kind.hasSuffix("_decl") { return }
    switch kind {
    case "interpolated_string_literal_expr", "single_value_stmt_expr": return
    case "source_file": visitFile(node["items"] as? [Node] ?? [])
    case "closure_expr", "func_decl", "accessor_decl", "constructor_decl", "destructor_decl":
      for (key, child) in node where key != "body" { visit(child) }
      // The compiler prints some closures twice: as they are written, and converted.
      guard let body = node["body"] as? Node, let range = Self.range(of: body), isWritten(range),
        visited.insert(range.lowerBound).inserted
      else { return }
      let outer = (enclosing, isInType, isInMethod)
      defer { (enclosing, isInType, isInMethod) = outer }
      isInMethod = isInMethod || isInType && kind != "closure_expr" && node["static"] as? Bool != true
      (enclosing, isInType) = (range, false)
      let outerUnretaining = unretaining
      defer { unretaining = outerUnretaining }
      if kind == "closure_expr" {
        for (name, target) in captureList(of: node) {
          if target == nil { unretaining.insert(name) } else { unretaining.remove(name) }
        }
      }
      for name in Self.parameterNames(node["params"]) { unretaining.remove(name) }
      if let beginning, range.lowerBound == mainFunction?.start {
        insertions[range.lowerBound + 1, default: ""] =
          " \(beginning); " + insertions[range.lowerBound + 1, default: ""]
        hasMainFunction = true
      }
      // A function sees its own variables alone: those around it may be in use while it runs.
      let name = literal(Self.name(of: node, kind))
      let options = (isInMethod ? ", isMethod: true" : "") + (Self.waits(body) ? ", waits: true" : "")
      var frame = "let __frame = Replay.Frame(\(name), \(path)\(options)); defer { __frame.leave() }; "
      let received = kind == "closure_expr" ? [] : Self.objects(among: node["params"])
      if hasVariables && !received.isEmpty { frame += "__frame.receives(\(Self.arguments(received).dropFirst(2))); " }
      visitBlock(body, Scope(frame: frame))
      if kind == "constructor_decl" { tellUnowned(body, Self.parameterNames(node["params"])) }
    case "class_decl", "struct_decl", "enum_decl", "extension_decl":
      noteProperties(of: node, kind)
      let outer = (enclosing, isInType, isInMethod, unownedProperties, hasSuperclass)
      defer { (enclosing, isInType, isInMethod, unownedProperties, hasSuperclass) = outer }
      hasSuperclass = (node["inherits"] as? Node)?["superclass_type"] != nil
      (enclosing, isInType, isInMethod) = (Self.range(of: node) ?? enclosing, true, false)
      unownedProperties = kind == "class_decl" ? Self.unownedConstants(of: node) : []
      for (key, child) in node where key != "_kind" { visit(child) }
    default: for (key, child) in node where key != "_kind" { visit(child) }
    }
  }

  private static func range(of node: Node) -> ClosedRange<Int>? {
    guard let range = node["range"] as? Node, let start = range["start"] as? Int, let end = range["end"] as? Int else {
      return nil
    }
    return start <= end ? start...end : nil
  }

  /// Whether a body is in this file. What a macro adds has places in another text.
  private func isWritten(_ body: ClosedRange<Int>) -> Bool {
    let isInside = enclosing.contains(body.lowerBound) && enclosing.contains(body.upperBound)
    return isInside && source[body.lowerBound] == UInt8(ascii: "{") && source[body.upperBound] == UInt8(ascii: "}")
  }

  /// What a function is called in the pictures.
  private static func name(of node: Node, _ kind: String) -> String {
    switch kind {
    case "closure_expr": "a closure"
    case "constructor_decl": "init"
    case "destructor_decl": "deinit"
    case "accessor_decl": "a property"
    default: baseName(of: node["name"]) ?? "a function"
    }
  }

  /// The parameters that are objects.
  private static func objects(among parameters: Any?) -> [String] {
    ((parameters as? Node)?["params"] as? [Node] ?? []).compactMap { parameter in
      // The mangled name of a class, or of an optional one.
      let type = parameter["interface_type"] as? String ?? ""
      return type.hasSuffix("CD") || type.hasSuffix("CSgD") ? baseName(of: parameter["name"]) : nil
    }
  }

  private static func baseName(of name: Any?) -> String? {
    ((name as? Node)?["base_name"] as? Node)?["name"] as? String
  }

  /// Whether the function may go on on another thread: it awaits something.
  private static func waits(_ value: Any) -> Bool {
    if let nodes = value as? [Any] { return nodes.contains(where: waits) }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return false }
    if kind == "await_expr" { return true }
    if kind == "closure_expr" || kind.hasSuffix("_decl") && kind != "pattern_binding_decl" { return false }
    return node.values.contains(where: waits)
  }

  private static func parameterNames(_ parameters: Any?) -> [String] {
    ((parameters as? Node)?["params"] as? [Node] ?? []).compactMap { baseName(of: $0["name"]) }
  }

  // MARK: Types

  /// Finds the types of the file, and which of their properties do not retain. Call it before ``visit(_:)``.
  mutating func findTypes(in value: Any) {
    if let nodes = value as? [Any] { for node in nodes { findTypes(in: node) } }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return }
    if node["implicit"] as? Bool == true && kind.hasSuffix("_decl") { return }
    if kind == "var_decl", let name = Self.baseName(of: node["name"]), let type = node["interface_type"] as? String {
      declaredVariables.append((name, type))
    }
    if kind == "source_file" {
      defer {
        for (name, type) in declaredVariables {
          let isLibrarys = ["$s15Synchronization5MutexV", "$s15Synchronization6AtomicV"].contains(where: type.hasPrefix)
          if isLibrarys || self.type(named: type)?.isCopyable == false { uncopyable.insert(name) }
        }
      }
      for (key, child) in node where key != "_kind" { findTypes(in: child) }
      return
    }
    if kind == "func_decl", let name = Self.baseName(of: node["name"]),
      (node["captures"] as? [Node] ?? []).contains(where: { ($0["decl"] as? Node)?["base_name"] as? String == "self" })
    {
      functionsWithSelf.insert(name)
    }
    let isMain = (node["attrs"] as? [Node] ?? []).contains { $0["_kind"] as? String == "main_type_attr" }
    if isMain { hasMainType = true }
    if isMain || kind == "extension_decl" {
      for member in node["members"] as? [Node] ?? [] where member["_kind"] as? String == "func_decl" {
        guard member["static"] as? Bool == true, member["implicit"] as? Bool != true,
          Self.baseName(of: member["name"]) == "main",
          Self.parameterNames(member["params"]).isEmpty, let body = member["body"] as? Node,
          let range = Self.range(of: body),
          isMain || mainFunction == nil
        else { continue }
        mainFunction = (range.lowerBound, isMain)
      }
    }
    if kind == "class_decl" || kind == "struct_decl", let name = Self.mangledName(of: node) {
      var type = DeclaredType()
      let inherited = node["inherits"] as? Node
      type.superclass = inherited?["superclass_type"] as? String
      type.isCopyable = (inherited?["conformances"] as? [Node] ?? []).contains {
        $0["protocol"] as? String == "s:s8CopyableP"
      }
      for member in node["members"] as? [Node] ?? [] where member["_kind"] as? String == "var_decl" {
        let isStored = (member["attrs"] as? [Node] ?? []).contains { $0["_kind"] as? String == "has_storage_attr" }
        guard member["static"] as? Bool != true, isStored, let property = Self.baseName(of: member["name"]) else {
          continue
        }
        type.stored.append((property, Self.strength(of: member)))
      }
      types[name] = type
    }
    for (key, child) in node where key != "_kind" { findTypes(in: child) }
  }

  /// What the type of a declaration is called by the compiler: `$s6Marked4NodeC`.
  private static func mangledName(of type: Node) -> String? {
    // A local type has no identifier of its own outside; its metatype has.
    (type["interface_type"] as? String).map { name in
      // `$s6Marked4NodeCyxGmD`, `$s6Marked4NodeCmD`
      String(name.prefix { _ in true }.dropLast(name.hasSuffix("mD") ? 2 : 0))
    }
  }

  /// Whether the class or a superclass of it in the file says which of its properties do not retain.
  private func isDeclared(_ name: String?) -> Bool {
    guard let name, let found = type(named: name) else { return false }
    return !found.isRetaining || isDeclared(found.superclass)
  }

  /// The type with this name, whatever its generic arguments.
  private func type(named name: String) -> DeclaredType? {
    let plain = name.hasSuffix("D") ? String(name.dropLast()) : name
    if let found = types[plain] { return found }
    // Of a generic class the arguments differ: `$s6Marked4NodeCySiG` and `$s6Marked4NodeCyxG`.
    guard plain.hasSuffix("G") else { return nil }
    let matches = types.filter { declared, _ in
      declared.hasSuffix("G") && declared.commonPrefix(with: plain).hasSuffix("Cy")
    }
    return matches.count == 1
      ? matches.first?.value
      : matches.max { $0.key.commonPrefix(with: plain).count < $1.key.commonPrefix(with: plain).count }?.value
  }

  /// Lets a type say which of its properties do not retain: the compiler knows it, and a mirror does not.
  private mutating func noteProperties(of type: Node, _ kind: String) {
    if kind == "class_decl", hasVariables { noteLazyCaptures(of: type) }
    for member in type["members"] as? [Node] ?? [] where member["_kind"] as? String == "var_decl" {
      if member["static"] as? Bool == true && member["implicit"] as? Bool != true { hasGlobals = true }
    }
    guard kind == "class_decl" || kind == "struct_decl", let range = Self.range(of: type),
      enclosing.contains(range.lowerBound),
      let name = Self.baseName(of: type["name"]), let mangled = Self.mangledName(of: type),
      let declared = types[mangled],
      declared.isCopyable, !declared.isRetaining, let header = header(from: range.lowerBound)
    else { return }
    let isInherited = isDeclared(declared.superclass)
    let list = declared.stored.map { "\"\($0.strength?.rawValue ?? "strong") \($0.property)\"" }.joined(separator: ", ")
    if !isInherited { insertions[header.end, default: ""] += (header.hasColon ? ", " : ": ") + "Replay.Declared " }
    let words =
      kind == "struct_decl" || type["actor"] as? Bool == true ? "static" : isInherited ? "override class" : "class"
    insertions[header.brace + 1, default: ""] +=
      " public nonisolated \(words) var __stored: Replay.StoredProperties { Replay.StoredProperties(`\(name)`.self, [\(list)]) }; "
  }

  /// The initial value of a lazy property may have a closure that captures `self`, and is no statement that could have a mark.
  private mutating func noteLazyCaptures(of type: Node) {
    let members = type["members"] as? [Node] ?? []
    let lazy = Set(members.filter { $0["lazy"] as? Bool == true }.compactMap { Self.baseName(of: $0["name"]) })
    for member in members where member["_kind"] as? String == "pattern_binding_decl" {
      for entry in member["pattern_entries"] as? [Node] ?? [] {
        guard let pattern = entry["pattern"] as? Node, names(in: pattern).contains(where: lazy.contains),
          let value = entry["original_init"] as? Node, let range = Self.range(of: value),
          enclosing.contains(range.lowerBound),
          [UInt8(ascii: "}"), UInt8(ascii: ")")].contains(source[range.upperBound]),
          captures(in: entry.filter { $0.key != "pattern" }).contains("self")
        else { continue }
        insertions[range.lowerBound, default: ""] += "Replay.Frame.capturing(self, "
        insertions[range.upperBound + 1, default: ""] += ")"
      }
    }
  }

  /// The part of a declaration before its members: where a protocol can be added, and where the braces begin.
  private func header(from start: Int) -> (end: Int, brace: Int, hasColon: Bool)? {
    var (at, depth, colon, end) = (start, 0, false, Int?.none)
    while at < source.count {
      let byte = source[at]
      if text(at: at, is: "//") { while at < source.count, source[at] != UInt8(ascii: "\n") { at += 1 }; continue }
      if text(at: at, is: "/*") {
        var nested = 1
        at += 2
        while at < source.count, nested > 0 {
          if text(at: at, is: "*/") { nested -= 1; at += 1 } else if text(at: at, is: "/*") { nested += 1; at += 1 }
          at += 1
        }
        continue
      }
      if text(at: at, is: "->") { at += 2; continue }
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 0 && end == nil: colon = true
      case UInt8(ascii: "{") where depth == 0: return (end ?? at, at, colon)
      case UInt8(ascii: "w") where depth == 0 && end == nil && text(at: at, is: "where") && at > 0:
        let (before, after) = (source[at - 1], at + 5 < source.count ? source[at + 5] : 32)
        if [32, 10, 9, 13].contains(before) && [32, 10, 9, 13].contains(after) { end = at }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// The constants of a class that refer to an object and do not retain it.
  private static func unownedConstants(of type: Node) -> Set<String> {
    let members = (type["members"] as? [Node] ?? []).filter {
      $0["_kind"] as? String == "var_decl" && $0["let"] as? Bool == true
    }
    return Set(members.filter { strength(of: $0) == .unowned }.compactMap { baseName(of: $0["name"]) })
  }

  /// Tells at the end of an initializer which parameters its unowned constants were given. Those that were given something else
  /// are not recorded: reading one whose object is deallocated ends the process.
  private mutating func tellUnowned(_ body: Node, _ parameters: [String]) {
    guard hasVariables, !unownedProperties.isEmpty, let range = Self.range(of: body) else { return }
    var given: [String: String] = [:]
    for element in body["elements"] as? [Node] ?? [] where element["_kind"] as? String == "assign_expr" {
      guard let range = Self.range(of: element) else { continue }
      let statement = String(decoding: source[range.lowerBound...].prefix(200), as: UTF8.self)
      guard let match = statement.prefixMatch(of: #/(?:self\s*\.\s*)?(\w+)\s*=\s*(\w+)\s*(?:[;\n}]|\/\/)/#) else {
        continue
      }
      let (property, value) = (String(match.1), String(match.2))
      if unownedProperties.contains(property), parameters.contains(value) { given[property] = value }
    }
    if given.isEmpty { return }
    let text = String(decoding: source[range], as: UTF8.self)
    // Without a call of `super.init` the compiler adds one at the end, before which `self` may not be passed on.
    if hasSuperclass, text.firstMatch(of: #/\b(super|self)\s*\.\s*init\b/#) == nil {
      insertions[range.upperBound, default: ""] += "; super.init() "
    }
    for (property, value) in given.sorted(by: { $0.key < $1.key }) {
      insertions[range.upperBound, default: ""] += "; Replay.Frame.tellsUnowned(self, \"\(property)\", `\(value)`) "
    }
  }

  /// How a variable refers to its object, if it does not retain it.
  private static func strength(of variable: Node) -> RecordedEvent.Strength? {
    let attributes = variable["attrs"] as? [Node] ?? []
    guard let ownership = attributes.first(where: { $0["_kind"] as? String == "reference_ownership_attr" }) else {
      return nil
    }
    return ownership["weak"] as? Bool == true ? .weak : .unowned
  }

  // MARK: Statements

  /// Marks the statements outside functions. Their variables have no scope that ends.
  private mutating func visitFile(_ items: [Node]) {
    var scope = Scope(frame: "let __frame = Replay.Frame(\"main\", \(path)); ", isFile: true)
    for item in items {
      guard item["_kind"] as? String == "top_level_code_decl" else {
        if item["_kind"] as? String == "pattern_binding_decl" { hasGlobals = true }
        visit(item)
        continue
      }
      runsSomething = true
      visitBlock(item["body"] as? Node ?? [:], &scope)
    }
    // What the last statement changes is read behind it.
    if runsSomething, scope.frame == nil, hasVariables, !scope.variables.isEmpty {
      insertions[source.count, default: ""] += "\n__frame.finish(\(list(scope.variables)))\n"
    }
  }

  private mutating func visitBlock(_ block: Node, _ scope: Scope, with bound: [Variable] = []) {
    var scope = scope
    scope.isFile = false
    let outer = unretaining
    defer { unretaining = outer }
    visitBlock(block, &scope, with: bound)
  }

  /// Marks the statements of one pair of braces.
  ///
  /// - Parameter bound: the variables that what stands before the braces declares: those of a loop, a case or a condition.
  private mutating func visitBlock(_ block: Node, _ scope: inout Scope, with bound: [Variable] = []) {
    guard block["implicit"] as? Bool != true || scope.frame != nil || scope.isFile else { return }
    var ending: [Variable] = []
    add(bound, to: &scope)
    if !scope.isFile { ending = bound }
    let end = Self.range(of: block).map { line(at: $0.upperBound) } ?? 0
    let elements = block["elements"] as? [Node] ?? []
    for (index, element) in elements.enumerated() {
      // What a statement declares is seen behind it.
      visitParts(of: element, scope)
      guard let kind = element["_kind"] as? String, kind != "var_decl", let start = start(of: element) else {
        forget(element, in: &scope)
        continue
      }
      if kind.hasSuffix("_decl") && kind != "pattern_binding_decl" {
        forget(element, in: &scope)
        continue
      }
      // An initializer ends with a `return` that the compiler adds.
      if self.text(at: start, is: "}") { continue }
      // A frame is made before anything is told of it.
      var text = (scope.frame ?? "") + Self.ends(ending, end)
      scope.frame = nil
      ending = []
      let isWork = kind.hasSuffix("_expr")
      let quits = ["return_stmt", "throw_stmt", "break_stmt", "continue_stmt", "fallthrough_stmt"].contains(kind)
      text += "__frame.\(isWork ? "does" : quits ? "quits" : "mark")(\(line(at: start))\(arguments(scope.variables))); "
      let captured = hasVariables ? captures(in: element) : []
      if !captured.isEmpty { text += "__frame.captures(\(Self.arguments(captured).dropFirst(2))); " }
      // The only expression of a function or closure is its result.
      let isResult = kind == "return_stmt" && !self.text(at: start, is: "return")
      insertions[start, default: ""] += text + (isResult ? "return " : "")
      if kind == "pattern_binding_decl" || kind == "guard_stmt" {
        let declared =
          kind == "guard_stmt" ? variables(ofConditionsIn: element, at: start) : variables(of: element, at: start)
        add(declared, to: &scope)
        if scope.isFile { continue }
        ending = declared
        // Without a statement after it, the end is told from before the declaration.
        if index == elements.count - 1 { insertions[start, default: ""] += Self.ends(declared, end) }
      }
    }
  }

  /// From here on these names mean these variables.
  private mutating func add(_ declared: [Variable], to scope: inout Scope) {
    let names = Set(declared.map(\.name))
    scope.variables = scope.variables.filter { !names.contains($0.name) } + declared.filter { !$0.label.isEmpty }
    for variable in declared {
      if variable.label.isEmpty || variable.label.hasPrefix("~") {
        unretaining.insert(variable.name)
      } else {
        unretaining.remove(variable.name)
      }
    }
  }

  /// A declaration without a mark: from here on its names mean something else.
  private mutating func forget(_ element: Node, in scope: inout Scope) {
    guard element["_kind"] as? String == "pattern_binding_decl" else { return }
    let declared = Self.range(of: element).map { variables(of: element, at: $0.lowerBound) } ?? []
    let names = Set(declared.map(\.name))
    scope.variables = scope.variables.filter { !names.contains($0.name) }
  }

  /// Visits what is inside a statement: further braces see the same variables, functions their own.
  private mutating func visitParts(of value: Any, _ scope: Scope) {
    if let nodes = value as? [Any] { for node in nodes { visitParts(of: node, scope) } }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return }
    switch kind {
    case "brace_stmt": if node["implicit"] as? Bool != true { visitBlock(node, scope) }
    case "for_each_stmt", "if_stmt", "while_stmt", "case_stmt":
      let start = Self.range(of: node)?.lowerBound ?? 0
      let bound: [Variable]
      switch kind {
      case "for_each_stmt": bound = (node["pattern"] as? Node).map { variables(in: $0, at: start, false) } ?? []
      case "case_stmt":
        bound = (node["case_body_variables"] as? [Node] ?? []).compactMap { variable in
          Self.baseName(of: variable["name"]).flatMap { self.variable($0, at: start) }
        }
      default: bound = variables(ofConditionsIn: node, at: start)
      }
      for (key, child) in node where key != "_kind" {
        if key == "body" || key == "then_stmt" || key == "then", let block = child as? Node,
          block["_kind"] as? String == "brace_stmt"
        {
          visitBlock(block, scope, with: bound)
        } else {
          visitParts(of: child, scope)
        }
      }
    case "closure_expr", "interpolated_string_literal_expr", "single_value_stmt_expr": visit(node)
    case _ where kind.hasSuffix("_decl") && kind != "pattern_binding_decl": visit(node)
    default: for (key, child) in node where key != "_kind" { visitParts(of: child, scope) }
    }
  }

  private static func ends(_ variables: [Variable], _ line: Int) -> String {
    variables.filter { !$0.label.isEmpty }.map {
      "defer { __frame.ends(\"\($0.label.drop { $0 == "~" })\", \(line)) }; "
    }.joined()
  }

  private func arguments(_ variables: [Variable]) -> String {
    !hasVariables || variables.isEmpty ? "" : ", " + list(variables)
  }

  private func list(_ variables: [Variable]) -> String {
    "\"\(variables.map(\.label).joined(separator: " "))\", " + variables.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  static func arguments(_ names: [String]) -> String {
    names.isEmpty
      ? ""
      : ", \"\(names.joined(separator: " "))\", "
        + names.map { $0 == "self" ? "self" : "`\($0)`" }.joined(separator: ", ")
  }

  /// The variables that a declaration initializes.
  private func variables(of declaration: Node, at start: Int) -> [Variable] {
    let entries = declaration["pattern_entries"] as? [Node] ?? []
    let ownership = String(decoding: source[start...].prefix(80), as: UTF8.self)
      .firstMatch(of: #/^(?:@\w+\s+|nonisolated\(unsafe\)\s+|private\s+|fileprivate\s+)*(weak|unowned|async)\b/#)?.1
    return entries.flatMap { entry -> [Variable] in
      guard entry["original_init"] != nil || entry["processed_init"] != nil || entry["init"] != nil,
        let pattern = entry["pattern"] as? Node
      else { return [] }
      // A read of an unowned variable ends the process if its object is deallocated.
      // One that is `async let` has to be awaited.
      if ownership == "unowned" || ownership == "async" {
        return names(in: pattern).map { Variable(name: $0, label: "") }
      }
      return variables(in: pattern, at: start, ownership == "weak")
    }
  }

  private func variables(in pattern: Node, at start: Int, _ isWeak: Bool) -> [Variable] {
    names(in: pattern).compactMap { variable($0, at: start, isWeak) }
  }

  private func variable(_ name: String, at start: Int, _ isWeak: Bool = false) -> Variable? {
    if name == "self" || name.hasPrefix("$") || name == "_" { return nil }
    if uncopyable.contains(name) { return Variable(name: name, label: "") }
    return Variable(
      name: name, label: "\(isWeak ? "~" : "")\(name)#\(line(at: start)).\(start - lineStarts[line(at: start) - 1])")
  }

  /// The variables that `if let`, `guard let` and `while let` declare.
  private func variables(ofConditionsIn statement: Node, at start: Int) -> [Variable] {
    (statement["conditions"] as? [Node] ?? []).flatMap { condition in
      (condition["pattern"] as? Node).map { variables(in: $0, at: start, false) } ?? []
    }
  }

  private func names(in pattern: Node) -> [String] {
    if pattern["_kind"] as? String == "pattern_named" { return [Self.baseName(of: pattern["name"])].compactMap(\.self) }
    return pattern.values.flatMap { value -> [String] in
      if let node = value as? Node { return names(in: node) }
      return (value as? [Node] ?? []).flatMap(names)
    }
  }
}
