import Recording

/// The variables that statements declare.
extension Marker {
  /// A variable, which is known by where it is declared: another may have its name.
  struct Variable {
    let name: String
    let line: Int
    /// The variable in the recording: its name and the place of its declaration, as in `clock#12.2`, and a `b` behind it
    /// if a loop, a condition or a case declares it.
    var label: String
    var strength = RecordedEvent.Strength.strong
    /// Whether a mark may read it.
    var isReadable = true

    var isRetaining: Bool { strength == .strong }
    var part: MarkedPart { .variable(name, line) }
  }

  /// The labels and the variables themselves, as the arguments of a mark.
  static func list(_ variables: [Variable]) -> [(text: String, part: MarkedPart?)] {
    let labels = variables.map { ($0.strength == .weak ? "~" : "") + $0.label }
    return [(literal(labels.joined(separator: " ")), nil)]
      + variables.flatMap { [(", ", nil), ("`\($0.name)`", $0.part)] }
  }

  /// The calls that tell the ends of the scopes.
  ///
  /// - Parameter line: the line of the brace.
  static func ends(_ variables: [Variable], _ line: Int) -> [(text: String, part: MarkedPart?)] {
    variables.filter(\.isReadable).map { ("defer { __frame.ends(\(literal($0.label)), \(line)) }; ", $0.part) }
  }

  /// The variables that a statement declares for the statements after it.
  mutating func declared(by statement: Node) -> [Variable] {
    guard let range = statement.range else { return [] }
    switch statement.kind {
    case "guard_stmt": return conditions(of: statement, at: range.lowerBound)
    case "pattern_binding_decl":
      let initialized = statement.nodes("pattern_entries").filter { entry in
        ["original_init", "processed_init", "init"].contains { entry[$0] != nil }
      }
      return initialized.compactMap { $0.node("pattern") }.flatMap(Self.names).compactMap { pattern in
        variable(pattern, at: range.lowerBound, declarations.whyUnreadable(pattern.name, in: range))
          .map { variable in
            var variable = variable
            variable.strength = declarations.strength(of: variable.name, in: range) ?? .strong
            return variable
          }
      }
    default: return []
    }
  }

  /// The variables that a loop, a condition or a case declares for the braces behind it.
  mutating func bound(by statement: Node) -> [Variable] {
    boundVariables(of: statement).map { variable in
      var variable = variable
      variable.label += "b"
      return variable
    }
  }

  private mutating func boundVariables(of statement: Node) -> [Variable] {
    let start = statement.range?.lowerBound ?? 0
    switch statement.kind {
    case "for_each_stmt":
      return (statement.node("pattern").map(Self.names) ?? []).compactMap { variable($0, at: start) }
    case "case_stmt":
      return statement.nodes("case_body_variables").compactMap { declaration in
        declaration.declaredName.flatMap { variable(($0, declaration.interfaceType), at: start) }
      }
    default: return conditions(of: statement, at: start)
    }
  }

  private mutating func conditions(of statement: Node, at start: Int) -> [Variable] {
    statement.nodes("conditions").compactMap { $0.node("pattern") }.flatMap(Self.names)
      .compactMap { variable($0, at: start) }
  }

  private mutating func variable(
    _ pattern: (name: String, type: String), at start: Int, _ why: Declarations.Unreadable? = nil
  ) -> Variable? {
    let (name, line) = (pattern.name, line(at: start))
    if name.hasPrefix("$") || name == "_" { return nil }
    var variable = Variable(name: name, line: line, label: "\(name)#\(line).\(start - lines.start(at: start))")
    let why = why ?? (declarations.isCopyable(pattern.type) ? nil : .uncopyable)
    if let why { note(line, "\(name) of line \(line), since \(why.rawValue)") }
    // `guard let self` makes it retained again, and is no variable of its own in a picture. There is nothing to read in a
    // function, and a closure that is only called is released after its last call, unless a mark has it too.
    let isRead = name != "self" && !Declarations.isFunction(pattern.type)
    variable.isReadable = why == nil && isRead && !refused.contains(variable.part)
    return variable
  }

  /// The names in a pattern, with the types of their variables.
  static func names(in pattern: Node) -> [(name: String, type: String)] {
    var names: [(String, String)] = []
    Node.walk(pattern) { node in
      if node.kind == "pattern_named", let name = node.declaredName {
        names.append((name, node["type"] as? String ?? ""))
      }
      return true
    }
    return names
  }

  /// Notes once what is not recorded.
  mutating func note(_ line: Int, _ words: String) {
    if !unrecorded.contains(where: { $0.words == words }) { unrecorded.append((line, words)) }
  }
}
