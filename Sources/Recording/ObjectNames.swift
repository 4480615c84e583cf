import Foundation

/// What a story calls its objects and contexts, found when the run is over.
///
/// While a run is recorded an object has a number. Its name is that of the first variable, parameter or property which
/// has it; a controller that belongs to an object is named for that; and an object that nothing names has the name of its
/// class.
struct ObjectNames {
  /// What replaces the name of an object while the run is recorded.
  static func token(_ number: Int) -> String { "\u{10F0D0}\(number)\u{10F0D1}" }

  /// What replaces the name of a context.
  static func contextToken(_ number: Int) -> String { "\u{10F0D2}\(number)\u{10F0D1}" }

  /// A line of JSON in which no text of the program's own looks like one of these.
  static func escaped(_ line: Data) -> Data {
    guard line.range(of: Data("\u{10F0D0}".utf8.dropLast())) != nil else { return line }
    let text = String(decoding: line, as: UTF8.self)
    return Data(
      [0xDCD0, 0xDCD1, 0xDCD2].reduce(text) { text, low in
        let sign = String(decoding: [0xDBFC, UInt16(low)], as: UTF16.self)
        return text.replacing(sign, with: "\\udbfc\\u" + String(low, radix: 16))
      }.utf8)
  }

  private var names: [String: String] = [:]
  private var taken: [String: Int] = [:]

  /// - Parameters:
  ///   - events: before the names are known.
  ///   - text: the text of a line, if there is a source.
  init(_ events: [RecordedEvent], _ text: (RecordedEvent.Line) -> String?) {
    let candidates = Self.candidates(events)
    for event in events {
      switch event.what {
      case .born:
        guard let object = event.object, object.hasPrefix("\u{10F0D0}") else { continue }
        let candidate = candidates[object] ?? Self.name(for: event.type ?? "object")
        names[object] = unique(candidate.hasPrefix("\u{10F0D0}") ? resolved(candidate) : candidate)
      case .adds:
        guard let context = event.context, names[context] == nil else { continue }
        let candidate = event.lines.compactMap { Self.context(from: $0, text) }.first
        let isFree = candidate.map { !names.values.contains($0) } ?? false
        names[context] = isFree ? candidate : "context \(context.dropFirst().dropLast())"
      default: continue
      }
    }
  }

  /// The text with the names in it.
  func resolved(_ text: String) -> String {
    // Each part but the last ends with a number and the sign before it.
    let parts = text.split(separator: "\u{10F0D1}", omittingEmptySubsequences: false)
    return parts.dropLast().reduce(into: "") { result, part in
      guard let start = part.lastIndex(where: { $0 == "\u{10F0D0}" || $0 == "\u{10F0D2}" }) else {
        return result += part
      }
      result += part[..<start] + (names["\(part[start...])\u{10F0D1}"] ?? "an object")
    } + (parts.last ?? "")
  }

  private mutating func unique(_ candidate: String) -> String {
    taken[candidate, default: 0] += 1
    let count = taken[candidate] ?? 1
    return count == 1 ? candidate : "\(candidate) \(count)"
  }

  /// The names that variables and properties have for the objects, the first one for each.
  private static func candidates(_ events: [RecordedEvent]) -> [String: String] {
    var candidates: [String: String] = [:]
    /// How many objects each variable or property holds.
    var counts: [String: Int] = [:]
    for event in events {
      guard let object = event.other, object != event.object else { continue }
      let isVariable = event.what == .holds || event.what == .receives
      guard isVariable || event.what == .refers, event.strength == .strong || event.what == .receives else { continue }
      // Without the line of its declaration, which tells it from another variable of that name.
      let name = ((isVariable ? event.path ?? event.text : event.by) ?? "").replacing(#/ \(line \d+\)$/#, with: "")
      counts["\(event.frame ?? event.object ?? "").\(name)", default: 0] += 1
      if candidates[object] != nil { continue }
      if name == "kvoController" {
        candidates[object] = "\(event.object ?? "")'s controller"
      } else if event.what == .holds || !["observer", "object", "table"].contains(name) && !name.hasPrefix("closure") {
        candidates[object] = name
      }
    }
    // One of several that a variable holds: `clocks` holds clocks.
    let many = Set(counts.filter { $0.value > 1 }.keys.compactMap { $0.split(separator: ".").last.map(String.init) })
    return candidates.mapValues { $0.count > 1 && $0.hasSuffix("s") && many.contains($0) ? String($0.dropLast()) : $0 }
  }

  /// `ClockView` is a `clockView`.
  private static func name(for type: String) -> String {
    let name = type.prefix { $0 != "<" && $0 != "," }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The name in `clock.addObserver(view, forKeyPath: "date", context: clockContext)`, which may stand on several lines;
  /// nil if the argument there is `context`, the parameter of a function, or what a call returns.
  private static func context(from line: RecordedEvent.Line, _ text: (RecordedEvent.Line) -> String?) -> String? {
    let call = (0..<4).compactMap { text(RecordedEvent.Line(file: line.file, line: line.line + $0)) }
    let name = call.joined(separator: " ").firstMatch(of: #/addObserver\([^)]*context: (\w+)\b(?!\()/#)
      .map { String($0.1) }
    return name == "context" ? nil : name
  }
}
