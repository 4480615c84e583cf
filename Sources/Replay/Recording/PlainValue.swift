/// Values that have a text which is the same whoever asks for it. A description of the program's own is not called: it
/// would be a part of the run.
enum PlainValue {
  private static let most = 8

  /// The value in a few words; nil for an object, a closure, a structure, and whatever contains one.
  static func text(of value: Any) -> String? {
    switch value {
    case let text as String: return "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
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
    case .set: return list(mirror).map { "{\($0.sorted().joined(separator: ", "))}" }
    case .enum where mirror.children.isEmpty && !(value is any CustomStringConvertible): return "\(value)"
    default: return nil
    }
  }

  /// Whether it is an optional that holds nothing.
  static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
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
