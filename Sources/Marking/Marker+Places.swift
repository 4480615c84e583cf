import Foundation

/// What closures capture, and where a mark may be.
extension Marker {
  // MARK: Captures

  /// The variables that the closures of a statement capture and retain. A closure that cannot escape retains nothing. A
  /// method or a local function that is passed on without a call is a closure too: `self.show`.
  ///
  /// A closure that captures `self` comes after it is initialized, so that `self` may be passed on there, even in an
  /// initializer.
  func captures(in value: Any) -> [String] {
    var names: Set<String> = []
    Node.walk(value) { node in
      switch node.kind {
      case "brace_stmt": return false
      case _ where node.isDeclaration && node.kind != "pattern_binding_decl": return false
      case "function_conversion_expr":
        // A function that is converted to one that does not escape.
        return (node["type"] as? String)?.hasSuffix("XED") != true
      case "declref_expr":
        if node.node("function_ref")?["apply_level"] as? String == "unapplied", let name = node.usedName,
          declarations.localFunctions[name] != nil
        {
          names.formUnion(retained(by: name))
        }
      case "capture_list":
        if let closure = node.node("closure_body") { names.formUnion(captures(of: closure, captureList(node))) }
        return false
      case "dot_syntax_call_expr":
        // A method that is passed on: its closure captures the object before the dot.
        guard node.node("fn")?.kind == "autoclosure_expr" else { return true }
        if let object = node.node("args").flatMap(Self.used), isRetained(object) { names.insert(object) }
        return false
      case "closure_expr", "autoclosure_expr":
        names.formUnion(captures(of: node, [:]))
        return node.kind == "autoclosure_expr" && node.nodes("captures").isEmpty
      default: break
      }
      return true
    }
    return names.sorted()
  }

  private func isRetained(_ name: String) -> Bool { !name.hasPrefix("$") && !unretaining.contains(name) }

  private func captures(of closure: Node, _ list: [String: String?]) -> [String] {
    guard closure.flag("escaping") else { return [] }
    return closure.nodes("captures").compactMap(\.usedName).compactMap { list[$0] ?? $0 }.flatMap { retained(by: $0) }
  }

  /// What a closure retains that captures this: a variable, or a local function with what that captures.
  private func retained(by name: String, _ functions: Set<String> = []) -> [String] {
    guard let captured = declarations.localFunctions[name] else { return isRetained(name) ? [name] : [] }
    if functions.contains(name) { return [] }
    return captured.flatMap { retained(by: $0, functions.union([name])) }
  }

  /// The list before `in`: for each name the variable outside that is retained; none for `[weak view]`.
  func captureList(_ node: Node) -> [String: String?] {
    var names: [String: String?] = [:]
    for capture in node.nodes("captures") {
      guard let entry = capture.nodes("pattern_entries").first, let name = entry.node("pattern")?.declaredName,
        let start = capture.range?.lowerBound
      else { continue }
      let value = entry.node("processed_init") ?? entry.node("original_init")
      names[name] = .some(isUnretained(at: start) ? nil : value.flatMap(Self.used))
    }
    return names
  }

  /// The variable that an expression reads, if it calls nothing.
  private static func used(in expression: Node) -> String? {
    var used: String?
    Node.walk(expression) { node in
      if used == nil, node.kind == "declref_expr" { used = node.usedName }
      return used == nil && !node.kind.contains("call_expr")
    }
    return used
  }

  /// Whether `weak` or `unowned` stands before a name.
  private func isUnretained(at offset: Int) -> Bool {
    let before = String(decoding: source[max(0, offset - 40)..<offset], as: UTF8.self)
    return before.firstMatch(of: #/(?:^|[\s,\[])(?:weak|unowned(?:\((?:safe|unsafe)\))?)\s+$/#) != nil
  }

  // MARK: Places

  /// Where a mark may stand: where the statement begins, with its modifiers. Nil if that is not the beginning of a line,
  /// of a pair of braces, or of what follows a semicolon or a case.
  func start(of element: Node) -> Int? {
    guard let start = element.range?.lowerBound, start < source.count else { return nil }
    let lineStart = lines.start(at: start)
    let before = String(decoding: source[lineStart..<start], as: UTF8.self)
    let words = before.trimmingCharacters(in: .whitespaces)
    if words.isEmpty || words.hasSuffix("{") || words.hasSuffix(";") || words.hasSuffix(" in") { return start }
    if words.hasSuffix(":"), words.firstMatch(of: #/(?:^|[{;]\s*)(?:@unknown\s+)?(?:case\s[^?]*|default\s*):$/#) != nil
    {
      return start
    }
    if let modifiers = before.wholeMatch(of: #/(\s*)(?:(?:@\w+|[a-z]+)(?:\([^)]*\))?\s+)+/#) {
      return lineStart + modifiers.1.utf8.count
    }
    return nil
  }

  func line(at offset: Int) -> Int { lines.number(at: offset) }

  func text(at offset: Int, is word: String) -> Bool { source[offset...].starts(with: Array(word.utf8)) }
}
