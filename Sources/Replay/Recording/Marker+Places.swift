import Console
import Foundation

/// What closures capture, and where a mark may be.
extension Marker {
  // MARK: Captures

  /// The variables that the closures of a statement capture and retain. A closure that cannot escape retains nothing. A method that
  /// is passed on without a call is a closure too: `self.show`.
  ///
  /// A closure that captures `self` comes after it is initialized, so that `self` may be passed on there, even in an initializer.
  func captures(in value: Any) -> [String] {
    if let nodes = value as? [Any] { return nodes.flatMap(captures).uniqued() }
    guard let node = value as? Node, let kind = node["_kind"] as? String else { return [] }
    if kind == "brace_stmt" || kind.hasSuffix("_decl") && kind != "pattern_binding_decl" { return [] }
    if kind == "declref_expr", let name = (node["decl"] as? Node)?["base_name"] as? String,
      functionsWithSelf.contains(name),
      (node["function_ref"] as? Node)?["apply_level"] as? String == "unapplied", !unretaining.contains("self")
    {
      return ["self"]
    }
    guard
      kind == "closure_expr"
        || kind == "autoclosure_expr" && node["escaping"] as? Bool == true && node["captures"] != nil
    else {
      return node.values.flatMap(captures).uniqued().sorted()
    }
    guard node["escaping"] as? Bool == true, let captured = node["captures"] as? [Node] else { return [] }
    let list = kind == "closure_expr" ? captureList(of: node) : [:]
    return captured.compactMap { value in
      guard let name = (value["decl"] as? Node)?["base_name"] as? String, !name.hasPrefix("$") else { return nil }
      if let listed = list[name] { return listed.flatMap { unretaining.contains($0) ? nil : $0 } }
      return unretaining.contains(name) ? nil : name
    }
  }

  /// The list before `in`: for each name the variable outside that is retained; none for `[weak view]`.
  func captureList(of closure: Node) -> [String: String?] {
    guard let range = closure["range"] as? Node, let start = range["start"] as? Int else { return [:] }
    let head = String(decoding: source[start...].prefix(400), as: UTF8.self)
    guard let list = head.prefixMatch(of: #/\{\s*\[([^\]]*)\]/#) else { return [:] }
    var names: [String: String?] = [:]
    for entry in list.1.split(separator: ",") {
      let words = entry.split { " =\n".contains($0) }.map(String.init)
      let isUnretained = words.first.map { $0 == "weak" || $0.hasPrefix("unowned") } ?? false
      guard let name = words.dropFirst(isUnretained ? 1 : 0).first else { continue }
      let isRenamed = entry.contains("=")
      let target = words.last?.wholeMatch(of: #/\w+/#) == nil ? nil : words.last
      names[name] = .some(isUnretained ? nil : isRenamed ? target : name)
    }
    return names
  }

  // MARK: Places

  /// Where a mark may stand: where the statement begins, with its modifiers. Nil if that is not the beginning of a line,
  /// of a pair of braces, or of what follows a semicolon.
  func start(of element: Node) -> Int? {
    guard let range = element["range"] as? Node, let start = range["start"] as? Int, start < source.count else {
      return nil
    }
    let lineStart = lineStarts[line(at: start) - 1]
    let before = String(decoding: source[lineStart..<start], as: UTF8.self)
    let words = before.trimmingCharacters(in: .whitespaces)
    if words.isEmpty || words.hasSuffix("{") || words.hasSuffix(";") || words.hasSuffix(" in") { return start }
    if let modifiers = before.wholeMatch(of: #/(\s*)(?:(?:@\w+|[a-z]+)(?:\([^)]*\))?\s+)+/#) {
      return lineStart + modifiers.1.utf8.count
    }
    return nil
  }

  func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  func text(at offset: Int, is word: String) -> Bool { source[offset...].starts(with: Array(word.utf8)) }
}
