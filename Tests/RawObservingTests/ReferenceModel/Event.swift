/// One entry of a trace: what could be seen from outside while a program ran.
enum Event: Hashable, Sendable {
  /// An observer was called.
  case call(Call)
  /// A rule was broken: the exception's name, and its reason with every object as `<object>`.
  case violation(name: String, reason: String)
  /// Keys that do not exist were read during one operation; how often does not matter.
  case undefinedReads([String])
  /// Who is alive after something was let go of.
  case alive([String])
  /// What the properties hold at the end, where that is not what they held at first.
  case state([String])

  /// What one call says.
  struct Call: Hashable, Sendable {
    var observer: String
    var path: String
    var object: String
    /// The raw value of the kind; a setting is 1.
    var kind: UInt
    /// Nil where there is no such entry.
    var old: Value?
    var new: Value?
    var indexes: [Int]?
    var isPrior: Bool
    var context: Int
  }
}

extension Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .call(let call): "\(call)"
    case .violation(let name, let reason): "\(name): \(reason)"
    case .undefinedReads(let reads): "read without being there: \(reads.joined(separator: ", "))"
    case .alive(let names): "alive: \(names.joined(separator: ", "))"
    case .state(let lines): "the end: \(lines.joined(separator: ", "))"
    }
  }
}

extension Event.Call: CustomStringConvertible {
  var description: String {
    let kinds: [UInt: String] = [1: "setting", 2: "insertion", 3: "removal", 4: "replacement"]
    var text = "\(observer) hears \(object).\(path): \(kinds[kind] ?? "kind \(kind)")"
    if let indexes { text += " at \(indexes)" }
    if let old { text += ", old \(old)" }
    if let new { text += ", new \(new)" }
    if isPrior { text += ", prior" }
    return text + ", context \(context)"
  }
}
