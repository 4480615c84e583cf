/// The comment above a block: where the block comes from and what is allowed for it.
///
/// It holds entries between semicolons, each with a key and perhaps a value:
/// `<!-- snippet: Sources/Scenarios/Pitfalls/Registration/DoubleAdd.swift#raw -->`.
struct BlockComment: Sendable {
  private let entries: [(key: String, value: String)]

  init(_ text: String) {
    let inner = text.replacing("<!--", with: "").replacing("-->", with: "")
    entries = inner.split(separator: ";").map { entry in
      let parts = entry.split(separator: ":", maxSplits: 1)
      return (Self.trim(parts.first), Self.trim(parts.dropFirst().first))
    }
  }

  /// The value of the entry with that key, empty if it has none; nil if there is no such entry.
  subscript(key: String) -> String? {
    entries.first { $0.key == key }?.value
  }

  var keys: [String] { entries.map(\.key) }

  private static func trim(_ text: Substring?) -> String {
    guard let text else { return "" }
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
