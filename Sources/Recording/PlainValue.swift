import RawObserving

/// Puts values into words that are the same in each run. It calls no description that the program declares, which would
/// be a part of the run.
struct PlainValue {
  /// What stands for an object, a closure or a structure; nil if a value that contains one has no text.
  var other: (Any) -> String? = { _ in nil }

  private static let most = 8

  /// The value in a few words.
  func text(of value: Any) -> String? {
    switch value {
    case is KeyValueNull: return "null"
    case let text as String: return "\"\(text.prefix(40))\(text.dropFirst(40).isEmpty ? "" : "…")\""
    case let value as Bool: return "\(value)"
    case let number as any FixedWidthInteger: return "\(number)"
    case let number as Double: return "\(number)"
    case let number as Float: return "\(number)"
    default: break
    }
    if TypeFacts.about(value).isHidden { return other(value) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.isEmpty ? "nil" : mirror.children.first.flatMap { text(of: $0.value) }
    case .collection: return list(mirror).map { "[\($0.joined(separator: ", "))]" }
    case .set where mirror.children.count > Self.most: return "{\(mirror.children.count) elements}"
    case .set: return list(mirror).map { "{\($0.sorted().joined(separator: ", "))}" }
    case .dictionary: return entries(mirror).map { "[\($0.isEmpty ? ":" : $0.joined(separator: ", "))]" }
    case .enum where mirror.children.isEmpty && !Self.describesItself(value): return "\(value)"
    default: return other(value)
    }
  }

  static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
  }

  /// Whether it is an optional that holds nothing.
  static func isNil(_ value: Any) -> Bool {
    if TypeFacts.about(value).isHidden { return false }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// The entries of a dictionary, in the order of their texts, unless there are too many to be sorted.
  private func entries(_ mirror: Mirror) -> [String]? {
    if mirror.children.count > Self.most { return ["\(mirror.children.count) entries"] }
    var texts: [String] = []
    for child in mirror.children {
      let parts = Mirror(reflecting: child.value).children.map(\.value)
      guard parts.count == 2, let key = text(of: parts[0]), let value = text(of: parts[1]) else { return nil }
      texts.append("\(key): \(value)")
    }
    return texts.sorted()
  }

  private func list(_ mirror: Mirror) -> [String]? {
    var texts: [String] = []
    for child in mirror.children.prefix(Self.most) {
      guard let text = text(of: child.value) else { return nil }
      texts.append(text)
    }
    return texts + (mirror.children.count > Self.most ? ["…"] : [])
  }
}
