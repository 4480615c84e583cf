/// Values that have a text which is the same whoever asks for it. A description of the program's own is not called: it
/// would be a part of the run.
enum PlainValue {
  private static let most = 8

  /// The value in a few words; nil for an object, a closure, a structure, and whatever contains one.
  static func text(of value: Any) -> String? {
    switch value {
    case let text as String: return "\"\(text.prefix(40))\(text.dropFirst(40).isEmpty ? "" : "…")\""
    case let value as Bool: return "\(value)"
    case let number as any FixedWidthInteger: return "\(number)"
    case let number as Double: return "\(number)"
    case let number as Float: return "\(number)"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.isEmpty ? "nil" : mirror.children.first.flatMap { text(of: $0.value) }
    case .collection: return list(mirror).map { "[\($0.joined(separator: ", "))]" }
    case .set where mirror.children.count > most: return "{\(mirror.children.count) elements}"
    case .set: return list(mirror).map { "{\($0.sorted().joined(separator: ", "))}" }
    case .dictionary: return entries(mirror).map { "[\($0.isEmpty ? ":" : $0.joined(separator: ", "))]" }
    case .enum where mirror.children.isEmpty && !describesItself(value): return "\(value)"
    default: return nil
    }
  }

  private static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible || value is any TextOutputStreamable
  }

  /// Whether it is an optional that holds nothing.
  static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// The entries of a dictionary, in the order of their texts, unless there are too many to be sorted.
  private static func entries(_ mirror: Mirror) -> [String]? {
    if mirror.children.count > most { return ["\(mirror.children.count) entries"] }
    var texts: [String] = []
    for child in mirror.children {
      let parts = Mirror(reflecting: child.value).children.map(\.value)
      guard parts.count == 2, let key = text(of: parts[0]), let value = text(of: parts[1]) else { return nil }
      texts.append("\(key): \(value)")
    }
    return texts.sorted()
  }

  private static func list(_ mirror: Mirror) -> [String]? {
    var texts: [String] = []
    for child in mirror.children.prefix(most) {
      guard let text = text(of: child.value) else { return nil }
      texts.append(text)
    }
    return texts + (mirror.children.count > most ? ["…"] : [])
  }
}
