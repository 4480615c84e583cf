/// A key path as a string, taken apart: `clock.date` is the key `clock` and the rest `date`.
struct KeyPathString: Hashable, CustomStringConvertible {
  /// The whole path, as it was written.
  let description: String
  /// Its keys where there are several, and empty where it is one key: an empty array takes no room.
  private let parts: [String]

  /// More keys than anybody writes by hand; a longer path is a mistake, and would cost without end.
  static let mostKeys = 100

  /// More than all of them take; it is measured in UTF-8, which costs nothing.
  static let mostBytes = 10_000

  /// Takes the path apart, or throws where a key is missing, or where it has another operator than one
  /// `@count` behind a key at its end.
  init(_ path: String, for object: KeyValueObject) throws(Violation) {
    guard path.utf8.count <= Self.mostBytes else {
      throw .malformedKeyPath(
        path, object: describe(object), reason: "it has more than \(Self.mostBytes) bytes")
    }
    let (dot, at) = (UInt8(ascii: "."), UInt8(ascii: "@"))
    if !path.isEmpty && !path.utf8.contains(where: { $0 == dot || $0 == at }) {
      description = path
      parts = []
      return
    }
    // snippet.parts
    let parts = path.split(
      separator: ".", maxSplits: Self.mostKeys, omittingEmptySubsequences: false)
    guard !parts.contains("") else {
      throw .malformedKeyPath(path, object: describe(object), reason: "it has an empty key")
    }
    // snippet.end
    guard parts.count <= Self.mostKeys else {
      throw .malformedKeyPath(
        path, object: describe(object), reason: "it has more than \(Self.mostKeys) keys")
    }
    if let place = parts.firstIndex(where: { $0.hasPrefix("@") }) {
      guard place > 0, place == parts.count - 1, parts[place] == "@count" else {
        throw .malformedKeyPath(
          path, object: describe(object),
          reason: "the only operator is @count, at the end and behind a property")
      }
    }
    description = path
    self.parts = parts.count > 1 ? parts.map(String.init) : []
  }

  private init(_ keys: [String]) {
    parts = keys.count > 1 ? keys : []
    description = keys.joined(separator: ".")
  }

  private init(oneKey: String) {
    parts = []
    description = oneKey
  }

  /// Its keys; never empty, and none of them is.
  var keys: [String] { parts.isEmpty ? [description] : parts }

  /// The first key.
  var first: String { parts.first ?? description }

  /// Whether it is one key, which nothing follows.
  var isOneKey: Bool { parts.isEmpty }

  /// What follows the first key, or nil. Of two keys, as most paths have, it is made without memory of its own.
  var rest: KeyPathString? {
    switch parts.count {
    case 0: nil
    case 2: KeyPathString(oneKey: parts[1])
    default: KeyPathString(Array(parts.dropFirst()))
    }
  }

  /// The path to the last key, and that key; nil if it is the only one.
  var last: (path: KeyPathString, key: String)? {
    parts.isEmpty ? nil : (KeyPathString(Array(parts.dropLast())), parts[parts.count - 1])
  }

  static func == (first: KeyPathString, second: KeyPathString) -> Bool {
    first.description == second.description
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
