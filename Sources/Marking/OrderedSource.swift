import Console
import Foundation
import Recording

/// A program in which some lines may run in any order: those behind the comment `// in any order:`.
///
/// The comment stands outside functions, as do `// after each line:` and `// at the end:`, which begin checks. What is
/// behind `// then` at the end of a line is the next line, which then has to come later.
struct OrderedSource {
  private let source: [UInt8]
  private let comments: SourceComments
  private let marker: Marker
  /// What the file is called, and the same as a literal.
  private let shown: String
  private let path: String
  private let items: [Node]
  private let declaredVariables: [Node]
  /// Where the parts begin that the comments begin.
  private var parts: [(part: Part, comment: Range<Int>)] = []

  private enum Part: String, CaseIterable {
    case lines = "in any order"
    case each = "after each line"
    case end = "at the end"

    var comment: String { "// \(rawValue):" }
  }

  private(set) var lines: [OrderedLine] = []
  /// The variables that are declared before the lines, in the order of the file.
  private var variables: [GlobalVariable] = []

  private struct GlobalVariable {
    let name: String
    let isWeak: Bool
    let isReadable: Bool
    /// What lets go of what it holds, if there is such a statement.
    let letsGo: String?
  }
  /// Where each line stands.
  private var places: [Range<Int>] = []
  /// The checks, each with where it stands.
  private var checks: [Part: Range<Int>] = [:]

  /// - Parameters:
  ///   - text: the file.
  ///   - tree: what the compiler prints for it.
  ///   - shown: what the file is called.
  ///   - refused: the types of which the compiler accepts no list of their properties.
  /// - Throws: `InputError` if the comments or the lines are not as they have to be.
  init(_ text: String, tree: Data, shown: String, without refused: Set<MarkedPart> = []) throws {
    let tree = try JSONSerialization.jsonObject(with: tree)
    (source, self.shown, path) = (Array(text.utf8), shown, literal(shown))
    comments = SourceComments(source)
    marker = Marker(source, tree: tree, path: path, without: refused, .types)
    let all = ((tree as? Node)?.nodes("items") ?? []).filter { !$0.isImplicit && $0.range != nil }
    (items, declaredVariables) = (all.filter { $0.kind != "var_decl" }, all.filter { $0.kind == "var_decl" })
    parts = try findParts()
    variables = declaredVariables.filter { $0.range!.lowerBound < parts[0].comment.lowerBound }.compactMap(variable)
    try findLines()
  }

  private func refuse(_ line: Int?, _ why: String) -> InputError {
    InputError(message: line.map { "\(shown), line \($0): \(why)" } ?? "\(shown) \(why)")
  }

  private func number(_ offset: Int) -> Int { marker.lines.number(at: offset) }

  private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  private func variable(_ node: Node) -> GlobalVariable? {
    guard let name = node.declaredName, let range = node.range else { return nil }
    let type = node.interfaceType
    // An array, a dictionary or a set.
    let isCollection = ["$sSay", "$sSDy", "$sShy"].contains(where: type.hasPrefix)
    return GlobalVariable(
      name: name, isWeak: node.strength == .weak,
      isReadable: marker.declarations.whyUnreadable(name, in: range) == nil && node.readsStorage
        && !Declarations.isFunction(type),
      letsGo: node.flag("let") || node.strength != nil || !node.readsStorage
        ? nil : type.hasSuffix("SgD") ? "`\(name)` = nil" : isCollection ? "`\(name)`.removeAll()" : nil)
  }

  // MARK: The comments

  private func findParts() throws -> [(part: Part, comment: Range<Int>)] {
    var found: [(part: Part, comment: Range<Int>)] = []
    for comment in comments.all where comment.isLine {
      let words = text(comment.range).drop { $0 == "/" }.trimmingCharacters(in: .whitespaces).lowercased()
      let before = text(marker.lines.start(at: comment.range.lowerBound)..<comment.range.lowerBound)
      guard before.allSatisfy(\.isWhitespace),
        let part = Part.allCases.first(where: { [$0.rawValue, "\($0.rawValue):"].contains(words) })
      else { continue }
      let line = number(comment.range.lowerBound)
      if items.contains(where: { $0.range!.contains(comment.range.lowerBound) }) {
        throw refuse(line, "'\(part.comment)' stands outside functions and types, before the lines themselves.")
      }
      if let first = found.first(where: { $0.part == part }) {
        throw refuse(
          line,
          "'\(part.comment)' is there already, in line \(number(first.comment.lowerBound)). There is one in a file.")
      }
      found.append((part, comment.range))
    }
    guard found.contains(where: { $0.part == .lines }) else {
      throw refuse(
        nil,
        "has no line '\(Part.lines.comment)'. Write it above the lines that may run in any order, outside functions. './scenarios new --orders' writes a first file."
      )
    }
    if let first = found.first, first.part != .lines {
      throw refuse(
        number(first.comment.lowerBound),
        "'\(first.part.comment)' stands behind the lines, and not before '\(Part.lines.comment)'.")
    }
    return found
  }

  /// Up to where a part goes.
  private func end(of part: Part) -> Int {
    let index = parts.firstIndex { $0.part == part } ?? 0
    return parts.dropFirst(index + 1).first?.comment.lowerBound ?? source.count
  }

  private func statements(of part: Part) -> [Node] {
    guard let start = parts.first(where: { $0.part == part })?.comment.upperBound else { return [] }
    return items.filter { item in
      item.kind == "top_level_code_decl" && (start..<end(of: part)).contains(item.range!.lowerBound)
    }
  }

  /// The end of the code that an element of the tree ends with: the tree says where its last token begins.
  private func end(of element: Node) -> Int { comments.endOfToken(at: element.range!.upperBound) }

  // MARK: The lines

  private mutating func findLines() throws {
    var groups: [[Node]] = []
    for statement in statements(of: .lines) {
      let start = statement.range!.lowerBound
      if let body = statement.node("body")?.nodes("elements").first,
        body.kind == "pattern_binding_decl" || body.kind == "guard_stmt" && Self.binds(body)
      {
        throw refuse(
          number(start),
          "a line that may change places cannot declare a variable. Declare it above '\(Part.lines.comment)', with 'var' and a type such as 'Clock?' or 'Clock!', and give it its value here; or put what needs it into one line with it, as 'do { let a = …; use(a) }'."
        )
      }
      if let last = groups.last?.last, !text(end(of: last)..<max(start, end(of: last))).contains("\n") {
        groups[groups.count - 1].append(statement)
      } else {
        groups.append([statement])
      }
    }
    if groups.isEmpty { throw refuse(number(parts[0].comment.lowerBound), "no line follows '\(Part.lines.comment)'.") }
    for (index, group) in groups.enumerated() {
      let place = group[0].range!.lowerBound..<end(of: group[group.count - 1])
      var line = OrderedLine(
        number: number(place.lowerBound), text: shownText(place), waits: hasWord("await", in: place))
      // Of two lines with the same text, the first one runs first: nothing else tells them apart.
      line.after += lines.indices.last { lines[$0].text == line.text }.map { [$0] } ?? []
      if index > 0, isThen(behind: places[index - 1].upperBound), !line.after.contains(index - 1) {
        line.after.append(index - 1)
      }
      (line.needs, line.letsGo) = needs(of: group)
      lines.append(line)
      places.append(place)
    }
    if let last = places.last, isThen(behind: last.upperBound) {
      throw refuse(number(last.lowerBound), "'// then' says that the next line comes later, and there is no next line.")
    }
    for part in [Part.each, .end] {
      let statements = statements(of: part)
      if let first = statements.first, let last = statements.last {
        checks[part] = first.range!.lowerBound..<end(of: last)
      }
    }
  }

  /// Whether a statement declares a variable for those behind it.
  private static func binds(_ statement: Node) -> Bool {
    var binds = false
    for (key, part) in statement.parts where key.hasPrefix("condition") {
      for condition in (part as? [Any] ?? [part]) {
        Node.walk(condition as? Node ?? [:]) { node in
          binds = binds || node.kind == "pattern_named"
          return node.kind != "closure_expr"
        }
      }
    }
    return binds
  }

  /// A line without the comments in it, and as one line.
  private func shownText(_ place: Range<Int>) -> String {
    var bytes: [UInt8] = []
    for offset in place where !comments.all.contains(where: { $0.range.contains(offset) }) {
      bytes.append(source[offset])
    }
    let lines = text(bytes).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty
    }
    return lines.dropFirst().reduce(lines.first ?? "") { text, line in
      // Where a statement ends with its line, and another one follows.
      let goesOn =
        "{([,=&|?:+-*/<>".contains(text.last ?? " ") || text.hasSuffix(" in")
        || "})].?:&|+-*/=".contains(line.first ?? " ")
      return text + (goesOn ? " " : "; ") + line
    }
  }

  /// The source of a place, with spaces where comments stand.
  private func withoutComments(_ place: Range<Int>) -> [UInt8] {
    var bytes = Array(source[place])
    for comment in comments.all where place.overlaps(comment.range) {
      for offset in comment.range.clamped(to: place) where source[offset] != UInt8(ascii: "\n") {
        bytes[offset - place.lowerBound] = UInt8(ascii: " ")
      }
    }
    return bytes
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func hasWord(_ word: String, in place: Range<Int>) -> Bool {
    text(withoutComments(place)).split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains(word[...])
  }

  /// Whether `// then` stands behind the end of a line.
  private func isThen(behind end: Int) -> Bool {
    let lineEnd = source[end...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
    return comments.all.contains { comment in
      comment.isLine && (end..<lineEnd).contains(comment.range.lowerBound)
        && text(comment.range).drop { $0 == "/" }.trimmingCharacters(in: .whitespaces).lowercased() == "then"
    }
  }

  // MARK: What a line needs

  /// What the statements of a line unwrap, unless it was set before in the same line, and what they set to nil.
  ///
  /// What a closure, a loop or the branch of a condition unwraps may never be reached. To set a variable to nil needs a value in it:
  /// nothing else would tell one time from another. To set a property to nil needs none.
  private func needs(of statements: [Node]) -> (needs: [OrderedLine.Need], letsGo: [String]) {
    var (needs, letsGo, given) = ([OrderedLine.Need](), [String](), Set<String>())
    func need(_ place: Place) {
      let need = OrderedLine.Need(
        words: place.words, isNil: (place.bound + ["\(place.text) == nil"]).joined(separator: " && "))
      if !given.contains(place.words) && !needs.contains(need) { needs.append(need) }
    }
    func visit(_ value: Any) {
      if let nodes = value as? [Any] { for node in nodes { visit(node) } }
      guard let node = value as? Node else { return }
      switch node.kind {
      case "closure_expr", "autoclosure_expr", "ternary_expr": return
      case "if_stmt", "switch_stmt", "guard_stmt", "while_stmt":
        for (key, part) in node.parts where ["conditions", "subject_expr", "condition"].contains(key) { visit(part) }
      case "for_each_stmt": visit(node["iterator_var"] ?? [])
      case "force_value_expr":
        // What is before the dot comes first: `clock.parent!` needs a clock.
        node.node("sub_expr").map { visit($0) }
        if let place = node.node("sub_expr").flatMap(place) { need(place) }
      case "assign_expr":
        guard let target = node.node("dest"), let value = node.node("src") else { break }
        visit(value)
        // The target itself is no use of it.
        for (_, part) in target.parts { visit(part) }
        guard let place = place(target) else { break }
        if value.kind != "nil_literal_expr" {
          given.insert(place.words)
        } else {
          letsGo.append(place.words)
          if target.kind == "declref_expr" { need(place) }
        }
      default: for (_, part) in node.parts { visit(part) }
      }
    }
    for statement in statements { visit(statement) }
    return (needs, letsGo)
  }

  /// A variable outside functions, or a property of one.
  private struct Place {
    /// As a person would say it: `owner.clock`.
    let words: String
    /// As it can be asked for without unwrapping: `owner?.clock`.
    let text: String
    /// What has to be set, or else the question is not reached: in `b?.next.n`, `b` alone decides whether `next` is
    /// unwrapped.
    var bound: [String] = []
  }

  private func place(_ expression: Node) -> Place? {
    switch expression.kind {
    case "load_expr", "paren_expr", "optional_evaluation_expr", "inject_into_optional":
      return expression.node("sub_expr").flatMap(place)
    case "declref_expr":
      guard let name = expression.usedName, variables.contains(where: { $0.name == name }) else { return nil }
      return Place(words: name, text: "`\(name)`")
    case "member_ref_expr":
      guard var base = expression.node("base"), let name = expression.usedName else { return nil }
      while ["load_expr", "paren_expr"].contains(base.kind), let inner = base.node("sub_expr") { base = inner }
      let isForced = base.kind == "force_value_expr"
      let isBound = base.kind == "bind_optional_expr"
      guard let place = (isForced || isBound ? base.node("sub_expr") : base).flatMap(place) else { return nil }
      return Place(
        words: "\(place.words).\(name)", text: "\(place.text)\(isForced || isBound ? "?" : "").`\(name)`",
        bound: place.bound + (isBound ? ["\(place.text) != nil"] : []))
    default: return nil
    }
  }

  // MARK: Programs

  /// A program that runs the lines in the order that it is told: see `OrderedLines`.
  ///
  /// - Parameter readsStatics: whether it names contexts, and reads static variables.
  func program(readingStatics readsStatics: Bool) -> String {
    let hidden = marker.refused.compactMap { part in if case .type(let name, _) = part { literal(name) } else { nil } }
    var text =
      SourceLines.directive(path, 1)
      + "import Recording; __OrderedProgram.begin(hidden: [\(hidden.sorted().joined(separator: ", "))]); "
      + remainder(from: 0) + "\n#sourceLocation()\n"
    for (index, line) in lines.enumerated() {
      text += function("__orderedLine\(index)() \(line.waits ? "async " : "")throws", places[index])
    }
    for part in [Part.each, .end] { text += function("__check_\(part)()", checks[part]) }
    let read = variables.filter(\.isReadable).map {
      ".init(\(literal($0.name)), isWeak: \($0.isWeak), `\($0.name)` as Any)"
    }
    text += "@MainActor func __variables() -> [__OrderedProgram.Variable] { [\(read.joined(separator: ", "))] }\n"
    // A collection first: it may hold closures, and what is observed may end the process when it goes.
    let letsGo = variables.compactMap(\.letsGo)
    text += "@MainActor func __letGo() { "
    text += (letsGo.filter { !$0.hasSuffix("= nil") } + letsGo.filter { $0.hasSuffix("= nil") }).joined(separator: "; ")
    text += " }\n"
    let statics = readsStatics ? self.statics : (functions: "", contexts: [], reads: [])
    text += statics.functions + statics.contexts.map { $0 + "\n" }.joined()
    let all = lines.enumerated().map { index, line in
      let blocked = line.needs.map { "(\($0.isNil))" }
      return
        "  .init(after: \(line.after), isBlocked: { \(blocked.isEmpty ? "false" : blocked.joined(separator: " || ")) }, "
        + "\(line.waits ? "waits" : "runs"): __orderedLine\(index)),\n"
    }
    let waits = isLeftToWait
    text += "\(waits ? "await " : "")__OrderedLines(\n  [\n\(all.joined())  ], variables: __variables, "
    text += "statics: \(statics.reads.isEmpty ? "[]" : statics.reads.joined(separator: " + ")), "
    text += "afterEach: __check_each, atEnd: __check_end, letGo: __letGo\n).\(waits ? "runWaiting" : "run")()\n"
    return text
  }

  /// In a file without these words nothing is left for the main actor.
  private static let waitingWords = [
    "await", "async", "Task", "MainActor", "DispatchQueue", "OperationQueue", "Timer", "RunLoop", "on",
  ]

  /// Whether something may be left for the main actor, or wait for it.
  private var isLeftToWait: Bool { Self.waitingWords.contains { hasWord($0, in: source.indices) } }

  private func function(_ head: String, _ place: Range<Int>?) -> String {
    guard let place else { return "@MainActor func \(head) {}\n" }
    return
      "@MainActor func \(head) {\n\(SourceLines.directive(path, number(place.lowerBound)))\(text(place))\n#sourceLocation()\n}\n"
  }

  /// The file from a place on, with spaces where the lines and the checks stand.
  private func remainder(from start: Int) -> String {
    var (copy, at) = ("", start)
    for place in (places + checks.values).sorted(by: { $0.lowerBound < $1.lowerBound }) where place.lowerBound >= start
    {
      copy += marker.insertions.copy(of: source[at..<place.lowerBound])
      copy += text(source[place].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") })
      at = place.upperBound
      // What ends the statement goes with it.
      if at < source.count, source[at] == UInt8(ascii: ";") { at += 1 }
    }
    return copy + marker.insertions.copy(of: source[at...])
  }

  /// The ordinary program in which the lines stand in this order, each with the number that it has in the file.
  ///
  /// Where something can be left for the main actor, that is done before the next line, as where the orders are played.
  func program(inOrder order: [Int]) -> String {
    var text = text(source[..<parts[0].comment.lowerBound].map(\.self))
    func add(_ place: Range<Int>, inBraces: Bool = false) {
      text += "\n\(SourceLines.directive(path, number(place.lowerBound)))"
      text += inBraces ? "do { \(self.text(place))\n}" : self.text(place)
    }
    for line in order {
      add(places[line])
      text += isLeftToWait ? "; await \(Self.rest)()" : ""
      if let each = checks[.each] { add(each, inBraces: true) }
    }
    if let end = checks[.end] { add(end) }
    let rest = parts[0].comment.lowerBound
    text += "\n\(SourceLines.directive(path, number(rest)))" + remainder(from: rest)
    guard isLeftToWait else { return text }
    return text + "\n@MainActor func \(Self.rest)() async { for _ in 0..<80 { await Task.yield() } }\n"
  }

  /// The function that lets the main actor do what waits for it. It is no part of the file, and has no marks.
  static let rest = "__rest"

  /// Why the compiler refuses the lines when they can change places; nil if it names none of them.
  func refusal(of complaints: String) -> InputError? {
    for complaint in complaints.split(separator: "\n") where complaint.hasPrefix(shown + ":") {
      guard let match = complaint.dropFirst(shown.count).prefixMatch(of: #/:(\d+):\d+: error: (.*)/#),
        let number = Int(match.1),
        let place = places.first(where: { (self.number($0.lowerBound)...self.number($0.upperBound)).contains(number) })
      else { continue }
      return refuse(self.number(place.lowerBound), "the line cannot change its place: the compiler says '\(match.2)'.")
    }
    return nil
  }

  /// The types whose list of properties the compiler refuses.
  func refusedTypes(in complaints: String) -> Set<MarkedPart> {
    var parts: Set<MarkedPart> = []
    for complaint in complaints.split(separator: "\n") where complaint.hasPrefix(shown + ":") {
      guard let match = complaint.dropFirst(shown.count).prefixMatch(of: #/:(\d+):(\d+): error: /#),
        let number = Int(match.1), let column = Int(match.2)
      else { continue }
      for case let part in marker.parts(at: number, column - 1) { if case .type = part { parts.insert(part) } }
    }
    return parts
  }

  // MARK: Static variables

  /// Functions in extensions, which may name what is private in the file, and what calls them.
  ///
  /// They tell what the file calls its contexts: pointers, and variables whose address is passed. And they read the static
  /// variables that hold an object of a class.
  private var statics: (functions: String, contexts: [String], reads: [String]) {
    let addressed = self.addressed
    func contexts(_ members: [Node], isStatic: Bool) -> [String] {
      members.filter { $0.kind == "var_decl" && $0.flag("static") == isStatic && $0.readsStorage }.compactMap {
        member in
        guard let name = member.declaredName else { return nil }
        let isPointer = member.interfaceType.wholeMatch(of: #/\$sSv(Sg)?D/#) != nil
        if !isPointer && (!addressed.contains(name) || member.flag("let")) { return nil }
        return "__OrderedProgram.context(\(literal(name)), \(isPointer ? "" : "&")`\(name)`)"
      }
    }
    func objects(_ members: [Node], of type: String) -> [String] {
      members.filter { member in
        guard let name = member.declaredName, let range = member.range else { return false }
        return member.kind == "var_decl" && member.flag("static") && member.readsStorage
          && !(member.flag("let") && Marker.isPlain(member.interfaceType))
          && !Declarations.isFunction(member.interfaceType) && marker.declarations.whyUnreadable(name, in: range) == nil
      }.map { member in
        let name = member.declaredName ?? ""
        return ".init(\(literal("\(type).\(name)")), isConstant: \(member.flag("let"))) { `\(name)` as Any }"
      }
    }
    var found: (functions: String, contexts: [String], reads: [String]) = (
      "", contexts(declaredVariables, isStatic: false), []
    )
    for (type, members) in types {
      let (contexts, objects) = (contexts(members, isStatic: true), objects(members, of: type))
      if contexts.isEmpty && objects.isEmpty { continue }
      found.functions +=
        "extension \(type) {\n@MainActor static func __nameContexts() { \(contexts.joined(separator: "; ")) }\n"
        + "@MainActor static var __statics: [__OrderedProgram.StaticVariable] { [\(objects.joined(separator: ", "))] }\n}\n"
      found.contexts.append("\(type).__nameContexts()")
      found.reads.append("\(type).__statics")
    }
    return found
  }

  /// Whether a static constant holds an object, or may hold one.
  var hasConstants: Bool { statics.functions.contains("isConstant: true") }

  /// The classes without a superclass from which none of the file inherits.
  var plainClasses: [String] {
    var (plain, inherited) = ([(name: String, type: String)](), Set<String>())
    for item in items {
      Node.walk(item) { node in
        guard node.kind == "class_decl", !node.isImplicit, let name = node.declaredName else { return true }
        if let superclass = node.node("inherits")?["superclass_type"] as? String {
          inherited.insert(superclass)
        } else {
          // The type of the class itself, which has an M more, is that of its name.
          plain.append((name, node.interfaceType.replacing(#/mD$/#, with: "D")))
        }
        return true
      }
    }
    return plain.filter { !inherited.contains($0.type) }.map(\.name)
  }

  /// The types of the file that an extension may name, each with its members and those of its extensions.
  private var types: [(name: String, members: [Node])] {
    var types: [(name: String, members: [Node])] = []
    func visit(_ nodes: [Node], _ outer: [String]) {
      for node in nodes where !node.isImplicit && node.range != nil {
        var name: String?
        switch node.kind {
        case "class_decl", "struct_decl", "enum_decl":
          // Out here a private type of another one has no name.
          if outer.isEmpty || node["access"] as? String != "private" { name = node.declaredName }
        case "extension_decl":
          // The tree has the type's mangled name alone.
          let head = text(node.range!.lowerBound..<end(of: node)).firstMatch(
            of: #/^[^{]*?\bextension\s+([\w.]+)\s*[:{]/#)
          name = head.map { String($0.1) }
        default: break
        }
        guard let name, node["generic_params"] == nil, node["generic_sig"] == nil else { continue }
        let type = (outer + [name]).joined(separator: ".")
        let members = node.nodes("members")
        if let index = types.firstIndex(where: { $0.name == type }) {
          types[index].members += members
        } else {
          types.append((type, members))
        }
        visit(members, outer + [name])
      }
    }
    visit(items, [])
    return types
  }

  /// The variables whose addresses are passed.
  private var addressed: Set<String> {
    var names: Set<String> = []
    for item in items {
      Node.walk(item) { node in
        if node.kind == "inout_to_pointer", let name = node.node("sub_expr")?.node("sub_expr")?.usedName {
          names.insert(name)
        }
        return true
      }
    }
    return names
  }
}
