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
  /// The functions that have their marks, by their offsets.
  private var visited: Set<Int> = []
  private(set) var unretained: [String: RecordedEvent.Strength] = [:]
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
    /// The variables of the function, with a sign for those that do not retain: `~view`.
    var variables: [String] = []
    /// Whether `self` may be passed on.
    var hasSelf = false
    /// Whether the statements are outside functions: the variables there live as long as the program.
    var isFile = false
  }

  init(source: [UInt8], path: String, hasVariables: Bool = true) {
    (self.source, self.path, enclosing) = (source, path, 0...max(0, source.count - 1))
    self.hasVariables = hasVariables
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
      // A function sees its own variables alone: those around it may be in use while it runs.
      let name = literal(Self.name(of: node, kind))
      let options = (isInMethod ? ", isMethod: true" : "") + (Self.waits(body) ? ", waits: true" : "")
      var frame = "let __frame = Replay.Frame(\(name), \(path)\(options)); defer { __frame.leave() }; "
      let received = kind == "closure_expr" ? [] : Self.objects(among: node["params"])
      if hasVariables && !received.isEmpty { frame += "__frame.receives(\(arguments(received).dropFirst(2))); " }
      visitBlock(body, Scope(frame: frame, hasSelf: kind == "func_decl" || kind == "accessor_decl"))
    case "class_decl", "struct_decl", "enum_decl", "extension_decl":
      noteProperties(of: node)
      let outer = (enclosing, isInType, isInMethod)
      defer { (enclosing, isInType, isInMethod) = outer }
      (enclosing, isInType, isInMethod) = (Self.range(of: node) ?? enclosing, true, false)
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

  private mutating func noteProperties(of type: Node) {
    // An extension has no name, and no properties of its objects.
    let name = Self.baseName(of: type["name"])
    for member in type["members"] as? [Node] ?? [] where member["_kind"] as? String == "var_decl" {
      if member["static"] as? Bool == true && member["implicit"] as? Bool != true { hasGlobals = true }
      guard let name, let property = Self.baseName(of: member["name"]), let strength = Self.strength(of: member) else {
        continue
      }
      unretained["\(name).\(property)"] = strength
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
      insertions[source.count, default: ""] += "\n__frame.finish(\(arguments(scope.variables).dropFirst(2)))\n"
    }
  }

  private mutating func visitBlock(_ block: Node, _ scope: Scope) {
    var scope = scope
    scope.isFile = false
    visitBlock(block, &scope)
  }

  /// Marks the statements of one pair of braces.
  private mutating func visitBlock(_ block: Node, _ scope: inout Scope) {
    guard block["implicit"] as? Bool != true || scope.frame != nil || scope.isFile else { return }
    var ending: [String] = []
    let elements = block["elements"] as? [Node] ?? []
    for (index, element) in elements.enumerated() {
      defer { visitParts(of: element, scope) }
      guard let kind = element["_kind"] as? String, kind != "var_decl", let start = start(of: element) else { continue }
      if kind.hasSuffix("_decl") && kind != "pattern_binding_decl" { continue }
      // An initializer ends with a `return` that the compiler adds.
      if self.text(at: start, is: "}") { continue }
      var text = Self.ends(ending) + (scope.frame ?? "")
      scope.frame = nil
      ending = []
      let isWork = kind.hasSuffix("_expr")
      text += "__frame.\(isWork ? "does" : "mark")(\(line(at: start))\(arguments(scope.variables))); "
      let captured = hasVariables ? captures(in: element, hasSelf: scope.hasSelf) : []
      if !captured.isEmpty { text += "__frame.captures(\(arguments(captured).dropFirst(2))); " }
      // The only expression of a function or closure is its result.
      let isResult = kind == "return_stmt" && !self.text(at: start, is: "return")
      insertions[start, default: ""] += text + (isResult ? "return " : "")
      if kind == "pattern_binding_decl" {
        let names = hasVariables ? variables(of: element) : []
        let plain = names.map(Self.plain)
        scope.variables = scope.variables.filter { !plain.contains(Self.plain($0)) } + names
        if scope.isFile { continue }
        ending = plain
        // Without a statement after it, the end is told from before the declaration.
        if index == elements.count - 1 { insertions[start, default: ""] += Self.ends(plain) }
      }
    }
  }

  /// Visits what is inside a statement: further braces see the same variables, functions their own.
  private mutating func visitParts(of value: Any, _ scope: Scope) {
    if let nodes = value as? [Any] { for node in nodes { visitParts(of: node, scope) } }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return }
    switch kind {
    case "brace_stmt": if node["implicit"] as? Bool != true { visitBlock(node, scope) }
    case "closure_expr", "interpolated_string_literal_expr", "single_value_stmt_expr": visit(node)
    case _ where kind.hasSuffix("_decl") && kind != "pattern_binding_decl": visit(node)
    default: for (key, child) in node where key != "_kind" { visitParts(of: child, scope) }
    }
  }

  private static func ends(_ names: [String]) -> String {
    names.map { "defer { __frame.ends(\"\($0)\") }; " }.joined()
  }

  private static func plain(_ name: String) -> String { name.hasPrefix("~") ? String(name.dropFirst()) : name }

  private func arguments(_ names: [String]) -> String {
    names.isEmpty
      ? "" : ", \"\(names.joined(separator: " "))\", " + names.map(Self.plain).joined(separator: ", ")
  }

  /// The variables that a declaration initializes.
  private func variables(of declaration: Node) -> [String] {
    let entries = declaration["pattern_entries"] as? [Node] ?? []
    let isUnretained =
      start(of: declaration).map { String(decoding: source[$0...].prefix(40), as: UTF8.self) }?
      .firstMatch(of: #/^(weak|unowned)\b/#) != nil
    return entries.flatMap { entry -> [String] in
      guard entry["original_init"] != nil || entry["processed_init"] != nil || entry["init"] != nil,
        let pattern = entry["pattern"] as? Node
      else { return [] }
      return names(in: pattern).map { isUnretained ? "~\($0)" : $0 }
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
