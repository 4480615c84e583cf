internal import Synchronization

/// A key path from an object, split into keys: `clock.date` is the key `clock` and the rest `date`.
///
/// It is made from a text, or from a typed key path such as `\.$clock.$date`. The name of a typed key after the first
/// one is not known before the first object of its class has been created. Two are equal if their keys name the same
/// properties.
package struct KeyPathString: Hashable, Sendable, CustomStringConvertible {
  let firstKey: Key
  // Empty for one key, so that no memory is allocated for it.
  let further: [Key]

  /// One key, as it is written.
  enum Key: Hashable, Sendable {
    case named(String)
    /// Written as `\.$date` after another key; its name may not be known yet.
    case typed(TypedKey)

    var name: String? {
      switch self {
      case .named(let name): name
      case .typed(let key): key.name
      }
    }

    /// Whether both name the same property, as far as that is known.
    func isSame(as other: Self) -> Bool {
      switch (self, other) {
      case (.named(let name), .named(let other)): name == other
      case (.typed(let key), .typed(let other)): key.names(other)
      case (.typed(let key), .named(let name)), (.named(let name), .typed(let key)): key.isNamed(name)
      }
    }
  }

  init(_ first: Key, _ further: [Key]) { (firstKey, self.further) = (first, further) }

  /// The largest number of keys in a path. A longer path is a mistake, and its cost would be unlimited.
  static let mostKeys = 100

  /// The largest number of bytes in a path, in UTF-8.
  static let mostBytes = 10_000

  /// Splits a text into keys. Nil if a key is empty, if there are more than 100 keys or 10,000 bytes, or if there is an
  /// operator other than `@count` after the last key. Proportional to the length of the text.
  package init?(_ text: String) {
    do { try self.init(splitting: text) } catch { return nil }
  }

  /// Splits a path into keys, as above, and throws if that is not possible.
  package init(_ path: String, for object: KeyValueObject) throws(Violation) {
    do { try self.init(splitting: path) } catch {
      throw .malformedKeyPath(path, object: describe(object), reason: error.reason)
    }
  }

  private struct Malformed: Error { let reason: String }

  private init(splitting path: String) throws(Malformed) {
    func malformed(_ reason: String) -> Malformed { Malformed(reason: reason) }
    guard path.utf8.count <= Self.mostBytes else { throw malformed("it has more than \(Self.mostBytes) bytes") }
    let (dot, at) = (UInt8(ascii: "."), UInt8(ascii: "@"))
    if !path.isEmpty && !path.utf8.contains(where: { $0 == dot || $0 == at }) {
      self.init(.named(path), [])
      return
    }
    let parts = path.split(separator: ".", maxSplits: Self.mostKeys, omittingEmptySubsequences: false)
    guard !parts.contains("") else { throw malformed("it has an empty key") }
    guard parts.count <= Self.mostKeys else { throw malformed("it has more than \(Self.mostKeys) keys") }
    if let index = parts.firstIndex(where: { $0.hasPrefix("@") }) {
      guard index > 0, index == parts.count - 1, parts[index] == "@count" else {
        throw malformed("the only operator is @count, at the end and behind a property")
      }
    }
    let keys = parts.map { Key.named(String($0)) }
    self.init(keys[0], Array(keys.dropFirst()))
  }

  /// The first key. Its name is known before a path is followed: see ``named(in:)``.
  var first: String { firstKey.name ?? "?" }

  /// Whether it is one key, or was made from a text. Otherwise a text may name another property, because a subclass can
  /// have a private property of the same name.
  package var isText: Bool { further.allSatisfy { if case .named = $0 { true } else { false } } }

  /// Whether the names of all its keys are known. It does not become false again.
  package var isNamed: Bool { firstKey.name != nil && further.allSatisfy { $0.name != nil } }

  /// How many names of typed keys the process has learnt. As long as it stays the same, no path becomes named.
  package static var learntNames: Int { TypedKey.learntCount.load(ordering: .relaxed) }

  /// Whether the path is a single key.
  var isOneKey: Bool { further.isEmpty }

  /// The name of its only key; nil if there are several.
  var name: String? { isOneKey ? firstKey.name : nil }

  /// Whether it is the operator that counts elements.
  var isCount: Bool { isOneKey && first == "@count" }

  /// The path after the first key, or nil.
  var rest: KeyPathString? { further.first.map { KeyPathString($0, Array(further.dropFirst())) } }

  /// The path to the last key, and that key; nil if it is the only one.
  var last: (path: KeyPathString, key: KeyPathString)? {
    further.last.map { (KeyPathString(firstKey, Array(further.dropLast())), KeyPathString($0, [])) }
  }

  /// The path with the name of its first key, which the object provides.
  func named(in object: KeyValueObject) throws(Violation) -> KeyPathString {
    guard case .typed(let key) = firstKey else { return self }
    guard let path = try key.path(in: object) else {
      throw .undefinedKey(description, object: describe(object), access: "valueForUndefinedKey:")
    }
    return KeyPathString(path.firstKey, path.further + further)
  }

  // MARK: In messages and tables

  /// The keys with dots in between; a question mark for one without a name.
  package var description: String {
    further.isEmpty ? first : further.reduce(into: first) { $0 += "." + ($1.name ?? "?") }
  }

  /// Whether the keys name the same properties. A typed key and a text may, from the moment its name is learnt, until
  /// there is an object of a subclass that has another property of that name.
  package static func == (path: Self, other: Self) -> Bool {
    path.firstKey.isSame(as: other.firstKey) && path.further.elementsEqual(other.further) { $0.isSame(as: $1) }
  }

  /// Hashes the first key. The names of the others may be learnt later.
  package func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
