import Recording

/// What the types of a copy tell of their properties.
extension Marker {
  /// Lets a type say which of its properties do not retain: the compiler knows it, and a mirror does not.
  mutating func tellProperties(of type: Node) {
    guard let name = type.declaredName, let range = type.range, let declared = declarations.type(type) else { return }
    if type.kind == "class_decl" {
      noteLazyCaptures(of: type)
      addInitializer(to: type, range)
    }
    noteGlobals(type.nodes("members"), of: name)
    let place = line(at: range.lowerBound)
    noteUnread(of: type, name)
    if declared.isReflectable { note(place, "the properties of \(name), which is CustomReflectable") }
    let part = MarkedPart.type(name, place)
    guard type.kind != "enum_decl", declared.isCopyable, !declared.isRetaining, !refused.contains(part),
      let header = header(from: range.lowerBound)
    else { return }
    let isInherited = declarations.isAnySuperclassUnretaining(declared.superclass)
    if !isInherited { insertions.add((header.hasColon ? ", " : ": ") + "__Declared ", at: header.end, for: part) }
    let isStatic = type.kind == "struct_decl" || type.flag("actor")
    let words = isStatic ? "static" : isInherited ? "override class" : "class"
    let list = declared.stored.map { literal("\($0.strength?.rawValue ?? "strong") \($0.property)") }
    insertions.add(
      " public nonisolated \(words) var storedPropertiesOfCopy: __StoredProperties { "
        + "__StoredProperties(`\(name)`.self, [\(list.joined(separator: ", "))]) }; ", at: header.brace + 1, for: part)
  }

  /// Notes the properties that no mirror is asked for.
  private mutating func noteUnread(of type: Node, _ name: String) {
    let told = unownedConstants(of: type).subtracting(untoldConstants(of: type))
    for member in type.nodes("members") where member.kind == "var_decl" && !member.flag("static") {
      guard let property = member.declaredName, let offset = member.range?.lowerBound,
        member.attribute("has_storage_attr") != nil
      else { continue }
      let place = line(at: offset)
      if member.strength == .unowned {
        if !told.contains(property) { note(place, "the unowned \(property) of \(name)") }
      } else if !declarations.isCopyable(member.interfaceType) {
        note(place, "\(property) of \(name), since its type cannot be copied")
      }
    }
  }

  /// Notes the static variables of a type, or the global ones of a file without statements, which no mark sees.
  mutating func noteGlobals(_ members: [Node], of type: String? = nil) {
    for member in members where member.kind == "var_decl" && !member.isImplicit && member.readsStorage {
      guard let name = member.declaredName, let offset = member.range?.lowerBound,
        type == nil || member.flag("static"), !Self.isPlain(member.interfaceType)
      else { continue }
      note(line(at: offset), type.map { "the static \(name) of \($0)" } ?? "the global \(name)")
    }
  }

  /// Whether it is a number, a text or a truth value.
  static func isPlain(_ type: String) -> Bool { type.wholeMatch(of: #/\$s(S[a-zS]|s\d+U?Int\d*V)z?D/#) != nil }

  // MARK: Lazy properties

  /// The initial value of a lazy property may have a closure that captures `self`, and is no statement that could have a
  /// mark.
  private mutating func noteLazyCaptures(of type: Node) {
    let members = type.nodes("members")
    let lazy = Set(members.filter { $0.flag("lazy") }.compactMap(\.declaredName))
    for entry in members.filter({ $0.kind == "pattern_binding_decl" }).flatMap({ $0.nodes("pattern_entries") }) {
      guard let pattern = entry.node("pattern"), Self.names(in: pattern).contains(where: { lazy.contains($0.name) }),
        let range = entry.node("original_init")?.range, type.range?.contains(range.lowerBound) == true,
        // Where the last token has one byte, the end of the value is known.
        [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(source[range.upperBound]),
        captures(in: entry.filter { $0.key != "pattern" }).contains("self")
      else { continue }
      let part = MarkedPart.line(line(at: range.lowerBound))
      if refused.contains(part) { continue }
      insertions.add(
        "__Frame.capturing(self, \(path), \(line(at: range.lowerBound)), ", at: range.lowerBound, for: part)
      insertions.add(")", at: range.upperBound + 1, for: part)
    }
  }

  // MARK: New objects

  /// Tells at the end of an initializer that an object was made. The variable that gets it is read later, when what it
  /// held before has gone.
  ///
  /// - Parameter hasFrame: whether a mark in the initializer has made its frame: an empty one has no mark.
  mutating func tellMade(_ initializer: Node, _ body: Node, hasFrame: Bool) {
    guard let type = enclosingClass, let range = body.range, !initializer.flag("convenience") else { return }
    let part = MarkedPart.function("init", line(at: range.lowerBound))
    // The initializers of a subclass call that of the class that inherits from none, where all properties have values.
    if Self.inherits(type) {
      let callsOther = body.nodes("elements").contains { !$0.isImplicit && Self.callsInitializer($0) }
      if hasFrame, !callsOther { insertions.add("; __frame.delegates() ", at: range.upperBound, for: part) }
      return
    }
    // Behind an opening brace no semicolon may be.
    let separator = hasFrame ? "; __frame" : " __Frame"
    insertions.add("\(separator).made(self) ", at: range.upperBound, for: part)
  }

  /// Writes the initializer that the compiler adds to a class whose properties all have values.
  private mutating func addInitializer(to type: Node, _ range: ClosedRange<Int>) {
    let isAdded = type.nodes("members").contains { member in
      member.kind == "constructor_decl" && member.isImplicit && member.parameters.isEmpty
    }
    let part = MarkedPart.function("init", line(at: range.lowerBound))
    guard isAdded, !Self.inherits(type), !refused.contains(part), let header = header(from: range.lowerBound) else {
      return
    }
    insertions.add(" init() { __Frame.made(self) }; ", at: header.brace + 1, for: part)
  }

  private static func inherits(_ type: Node) -> Bool { type.node("inherits")?["superclass_type"] != nil }

  // MARK: Unowned constants

  private func unownedConstants(of type: Node) -> Set<String> {
    guard type.kind == "class_decl" else { return [] }
    let constants = type.nodes("members").filter { $0.kind == "var_decl" && $0.flag("let") && $0.strength == .unowned }
    return Set(constants.compactMap(\.declaredName))
  }

  /// The unowned constants that some initializer gives something else than a parameter, or leaves early.
  private func untoldConstants(of type: Node) -> Set<String> {
    let constants = unownedConstants(of: type)
    var untold: Set<String> = []
    for initializer in type.nodes("members") where initializer.kind == "constructor_decl" && !initializer.isImplicit {
      guard let body = initializer.node("body"), !initializer.flag("convenience") else { continue }
      var leaves = false
      Node.walk(body) { node in
        leaves = leaves || (node.kind == "return_stmt" || node.kind == "throw_stmt") && !node.isImplicit
        return node.kind != "closure_expr" && !node.isDeclaration
      }
      let part = MarkedPart.function("init", line(at: body.range?.lowerBound ?? 0))
      if leaves || refused.contains(part) { return constants }
      untold.formUnion(constants.subtracting(given(in: body, initializer, constants).keys))
    }
    return untold
  }

  /// The parameters that an initializer gives to unowned constants.
  private func given(in body: Node, _ initializer: Node, _ constants: Set<String>) -> [String: String] {
    let parameters = Set(initializer.parameters.compactMap(\.declaredName))
    var given: [String: String] = [:]
    for element in body.nodes("elements") where element.kind == "assign_expr" {
      guard let property = element.node("dest"), property.kind == "member_ref_expr", let name = property.usedName,
        property.node("base")?.usedName == "self", constants.contains(name)
      else { continue }
      var value = element.node("src")
      while let outer = value, outer.isImplicit, let inner = outer.node("sub_expr") { value = inner }
      if value?.kind == "declref_expr", let used = value?.usedName, parameters.contains(used) { given[name] = used }
    }
    return given
  }

  /// Tells at the end of an initializer which parameters its unowned constants were given. To read them later would end the
  /// process if their objects are deallocated.
  mutating func tellUnowned(_ initializer: Node, _ body: Node) {
    guard let type = enclosingClass, let end = body.range?.upperBound else { return }
    let given = given(in: body, initializer, unownedConstants(of: type))
    let part = MarkedPart.function("init", line(at: body.range?.lowerBound ?? 0))
    if given.isEmpty || refused.contains(part) { return }
    var callsSuper = !Self.inherits(type)
    Node.walk(body) { node in
      callsSuper = callsSuper || node.kind == "rebind_self_in_constructor_expr" && node.range != nil
      return !callsSuper
    }
    // Without a call of `super.init` the compiler adds one at the end, before which `self` may not be passed on.
    if !callsSuper { insertions.add("; super.init() ", at: end, for: part) }
    for (property, value) in given.sorted(by: { $0.key < $1.key }) {
      insertions.add("; __Frame.tellsUnowned(self, \(literal(property)), `\(value)`) ", at: end, for: part)
    }
  }

  // MARK: Where a protocol is added

  /// The part of a declaration before its members: where a protocol can be added, and where the braces begin.
  private func header(from start: Int) -> (end: Int, brace: Int, hasColon: Bool)? {
    var (at, depth, hasColon, end) = (start, 0, false, Int?.none)
    while at < source.count {
      if let next = endOfComment(at: at) {
        at = next
        continue
      }
      switch source[at] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ">") where at > 0 && source[at - 1] == UInt8(ascii: "-"): break
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 0 && end == nil: hasColon = true
      case UInt8(ascii: "{") where depth == 0: return (end ?? at, at, hasColon)
      case UInt8(ascii: "w") where depth == 0 && end == nil && isWord("where", at: at): end = at
      default: break
      }
      at += 1
    }
    return nil
  }

  private func isWord(_ word: String, at offset: Int) -> Bool {
    let isSpace = { (at: Int) in source.indices.contains(at) && [9, 10, 13, 32].contains(source[at]) }
    return text(at: offset, is: word) && isSpace(offset - 1) && isSpace(offset + word.utf8.count)
  }

  /// What follows the comment that begins there; nil if none does.
  private func endOfComment(at start: Int) -> Int? {
    if text(at: start, is: "//") { return source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count }
    guard text(at: start, is: "/*") else { return nil }
    var (at, depth) = (start + 2, 1)
    while at < source.count, depth > 0 {
      if text(at: at, is: "*/") {
        (at, depth) = (at + 2, depth - 1)
      } else if text(at: at, is: "/*") {
        (at, depth) = (at + 2, depth + 1)
      } else {
        at += 1
      }
    }
    return at
  }
}
