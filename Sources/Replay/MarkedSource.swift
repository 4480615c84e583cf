public import Foundation

/// A copy of a source file in which a mark stands before each statement. The mark reports the line, and what the
/// variables of the function hold at that moment.
///
/// The compiler says where the statements are: this reads its typed syntax tree, which it prints with
/// `-dump-ast -dump-ast-format json`. A mark stands on the line of its statement, so lines keep their numbers. The order
/// in which objects are deallocated stays the same: a mark is passed the variables and keeps nothing.
///
/// (The compiler's own way, the transformation for playgrounds, keeps the result of each expression until the end of the
/// scope, so objects would live longer in the copy than in the file.)
public struct MarkedSource {
  /// The copy.
  public let text: String
  /// The lines that begin a statement and have a mark.
  public let watchedLines: Set<Int>

  /// - Parameters:
  ///   - source: the file.
  ///   - syntax: what the compiler prints for it.
  ///   - path: the name under which the marks report the file.
  /// - Throws: an error of Foundation's if the syntax is not JSON.
  public init(_ source: String, syntax: Data, path: String) throws {
    var marker = Marker(source: Array(source.utf8))
    marker.visit(try JSONSerialization.jsonObject(with: syntax), visible: [])
    let name = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    text = "#sourceLocation(file: \"\(name)\", line: 1)\nimport Replay; " + marker.copy
    watchedLines = Set(marker.insertions.keys.map(marker.line(at:)))
  }
}

/// Finds where the marks stand.
private struct Marker {
  let source: [UInt8]
  /// The marks, by their offsets.
  private(set) var insertions: [Int: String] = [:]

  init(source: [UInt8]) { self.source = source }

  var copy: String {
    var copy = ""
    var at = 0
    for (offset, inserted) in insertions.sorted(by: { $0.key < $1.key }) {
      copy += String(decoding: source[at..<offset], as: UTF8.self) + inserted
      at = offset
    }
    return copy + String(decoding: source[at...], as: UTF8.self)
  }

  // MARK: The syntax tree

  private typealias Node = [String: Any]

  mutating func visit(_ value: Any, visible: [String]) {
    if let nodes = value as? [Any] { for node in nodes { visit(node, visible: visible) } }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return }
    // What the compiler adds has no place in the file; the statements of an interpolation are not the reader's, and a branch
    // of an `if` that is an expression has no room for one.
    if node["implicit"] as? Bool == true && kind.hasSuffix("_decl") { return }
    if kind == "interpolated_string_literal_expr" || kind == "single_value_stmt_expr" { return }
    // A function sees its own variables alone: those around it may be in use while it runs.
    let inner = kind == "closure_expr" || kind == "func_decl" || kind.hasSuffix("structor_decl") ? [] : visible
    if kind == "source_file" { return visitFile(node["items"] as? [Node] ?? []) }
    if kind == "brace_stmt", node["implicit"] as? Bool != true, let elements = node["elements"] as? [Node] {
      _ = visit(elements, visible: inner)
      return
    }
    for (key, child) in node where key != "_kind" { visit(child, visible: inner) }
  }

  /// Marks the statements outside functions. Their variables have no scope that ends.
  private mutating func visitFile(_ items: [Node]) {
    var visible: [String] = []
    for item in items {
      let body = item["body"] as? Node
      guard item["_kind"] as? String == "top_level_code_decl", let elements = body?["elements"] as? [Node] else {
        visit(item, visible: [])
        continue
      }
      visible = visit(elements, visible: visible)
    }
  }

  /// Marks the statements of one pair of braces. Returns the variables that are visible after them.
  private mutating func visit(_ elements: [Node], visible: [String]) -> [String] {
    var visible = visible
    var ending: [String] = []
    for element in elements {
      defer { visit(element as Any, visible: visible) }
      guard let kind = element["_kind"] as? String, kind != "var_decl", let start = start(of: element) else { continue }
      if kind.hasSuffix("_decl") && kind != "pattern_binding_decl" { continue }
      // The only expression of a function or closure is its result.
      let isResult = kind == "return_stmt" && !text(at: start, is: "return")
      let ends = ending.map { "defer { Replay.ends(\"\($0)\") }; " }.joined()
      let held = visible.isEmpty ? "" : ", \"\(visible.joined(separator: " "))\", " + visible.joined(separator: ", ")
      insertions[start] = "\(ends)Replay.mark(\(line(at: start))\(held)); \(isResult ? "return " : "")"
      ending = []
      if kind == "pattern_binding_decl" {
        let names = variables(of: element)
        visible = visible.filter { !names.contains($0) } + names
        ending = names
      }
    }
    return visible
  }

  /// The variables that a declaration initializes.
  private func variables(of declaration: Node) -> [String] {
    let entries = declaration["pattern_entries"] as? [Node] ?? []
    return entries.flatMap { entry -> [String] in
      guard entry["original_init"] != nil || entry["processed_init"] != nil || entry["init"] != nil,
        let pattern = entry["pattern"] as? Node
      else { return [] }
      return names(in: pattern)
    }
  }

  private func names(in pattern: Node) -> [String] {
    if pattern["_kind"] as? String == "pattern_named" {
      let name = pattern["name"] as? Node
      let base = (name?["base_name"] as? Node)?["name"] as? String
      return base.map { [$0] } ?? []
    }
    return pattern.values.flatMap { value -> [String] in
      if let node = value as? Node { return names(in: node) }
      return (value as? [Node] ?? []).flatMap(names)
    }
  }

  // MARK: Places

  /// Where a mark may stand: where the statement begins, with its modifiers. Nil if that is not the beginning of a line,
  /// of a pair of braces, or of what follows a semicolon.
  private func start(of element: Node) -> Int? {
    guard let range = element["range"] as? Node, let start = range["start"] as? Int, start < source.count else {
      return nil
    }
    let lineStart = (source[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let before = String(decoding: source[lineStart..<start], as: UTF8.self)
    let words = before.trimmingCharacters(in: .whitespaces)
    if words.isEmpty || words.hasSuffix("{") || words.hasSuffix(";") || words.hasSuffix(" in") { return start }
    if let modifiers = before.wholeMatch(of: #/(\s*)(?:(?:weak|unowned|lazy|async)\s+|unowned\(\w+\)\s+)+/#) {
      return lineStart + modifiers.1.utf8.count
    }
    return nil
  }

  func line(at offset: Int) -> Int { source[..<offset].count { $0 == UInt8(ascii: "\n") } + 1 }

  private func text(at offset: Int, is word: String) -> Bool { source[offset...].starts(with: Array(word.utf8)) }
}
