import Recording

/// A node of the tree that `swiftc -dump-ast` prints as JSON.
typealias Node = [String: Any]

extension Node {
  var kind: String { self["_kind"] as? String ?? "" }

  /// Whether the compiler added it, so that it has no place in the file.
  var isImplicit: Bool { self["implicit"] as? Bool == true }

  var isDeclaration: Bool { kind.hasSuffix("_decl") }

  func node(_ key: String) -> Node? { self[key] as? Node }

  func nodes(_ key: String) -> [Node] { self[key] as? [Node] ?? [] }

  func flag(_ key: String) -> Bool { self[key] as? Bool == true }

  /// The places of its first and its last token, in bytes from the beginning of the file.
  var range: ClosedRange<Int>? {
    guard let range = node("range"), let start = range["start"] as? Int, let end = range["end"] as? Int else {
      return nil
    }
    return start <= end ? start...end : nil
  }

  /// What a declaration declares.
  var declaredName: String? { node("name")?.node("base_name")?["name"] as? String }

  /// What a use of a declaration refers to.
  var usedName: String? { node("decl")?["base_name"] as? String }

  /// The mangled name of its type.
  var interfaceType: String { self["interface_type"] as? String ?? "" }

  func attribute(_ kind: String) -> Node? { nodes("attrs").first { $0.kind == kind } }

  /// The parameters of a function.
  var parameters: [Node] { node("params")?.nodes("params") ?? [] }

  /// Whether a variable has a place in memory.
  var readsStorage: Bool { self["readImpl"] as? String == "stored" }

  /// How a variable refers to its object, if it does not retain it.
  var strength: RecordedEvent.Strength? {
    attribute("reference_ownership_attr").map { $0.flag("weak") ? .weak : .unowned }
  }

  /// Its parts, in an order that is always the same.
  var parts: [(key: String, value: Any)] {
    filter { $0.key != "_kind" && ($0.value is Node || $0.value is [Any]) }.sorted { $0.key < $1.key }
  }

  /// Calls the body with each node below this one, itself among them, unless the body says that it is not to go deeper.
  static func walk(_ value: Any, _ body: (Node) -> Bool) {
    if let nodes = value as? [Any] { for node in nodes { walk(node, body) } }
    guard let node = value as? Node, body(node) else { return }
    for (_, part) in node.parts { walk(part, body) }
  }
}
