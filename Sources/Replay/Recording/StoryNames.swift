import Foundation

/// What a story calls an object, read from the line of source that makes it.
struct StoryNames {
  /// The lines of the story's file.
  private let lines: [String]
  /// The names that those lines give the objects of a type.
  private var namesByType: [String: Set<String>] = [:]

  /// - Parameter source: the story's file, named from the root of the package on.
  init(source: String) { lines = SourceLines.lines(of: source) }

  /// The name in the line that makes an object of the type, or else a name made of the type's.
  ///
  /// Where the story's file has one name for all objects of the type, that is it. Only where it has several is the
  /// stack searched for the innermost line that makes one: that takes milliseconds for each object.
  mutating func name(ofNew type: String) -> String {
    let names = namesByType[type] ?? Set(lines.compactMap { Self.name(in: $0, making: type) })
    namesByType[type] = names
    if names.count == 1, let name = names.first { return name }
    return SourceLines.first(outsideOf: type) { line in
      SourceLines.text(of: line).flatMap { Self.name(in: $0, making: type) }
    } ?? Self.fallback(for: type)
  }

  /// The name in `Probe(clock)` or `KVOController(observer: view)`, or else one made of the type's.
  static func name(ofMet type: String) -> String {
    let argument = #/(?:Probe\(|observer: )(?:\w+\.)*(?!self\b)(\w+)/#
    return SourceLines.first { line in
      SourceLines.text(of: line)?.firstMatch(of: argument).map { String($0.1) }
    } ?? fallback(for: type)
  }

  /// The name in `clock.addObserver(view, forKeyPath: "date", context: clockContext)`, which may stand on several lines;
  /// nil if the argument there is `context`, the parameter of a function.
  static func nameOfContext() -> String? {
    SourceLines.first { line in
      let call = (0..<4).compactMap { SourceLines.text(of: RecordedEvent.Line(file: line.file, line: line.line + $0)) }
      let name = call.joined(separator: " ").firstMatch(of: #/addObserver\([^)]*context: (\w+)/#).map { String($0.1) }
      return name == "context" ? nil : name
    }
  }

  /// The name in `let clock = Clock()`, `view = ClockView(story)`, `desk.window = Window(on: desk)`,
  /// `(clock, view) = (Clock(), ClockView())`, `clocks: [Clock] = (1...3).map { _ in Clock() }`, and
  /// `var thermostat: Thermostat! = make(story)`.
  static func name(in line: String, making type: String) -> String? {
    let type = String(type.prefix { $0 != "<" })
    guard line.contains(type), let equals = line.range(of: " = ") else { return nil }
    let (left, right) = (line[..<equals.lowerBound], line[equals.upperBound...])
    let makesIt = right.matches(of: #/(\w+)(<[^(]*>)?\(/#).contains { $0.1 == type }
    let isDeclared = left.firstMatch(of: #/(\w+)[!?]?$/#)?.1 == type[...]
    guard makesIt || isDeclared else { return nil }
    if let tuple = left.firstMatch(of: #/\(([^)]*)\)\s*$/#) {
      let names = tuple.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let values = parts(of: right)
      guard let index = values.firstIndex(where: { $0.contains("\(type)(") }), names.indices.contains(index) else {
        return nil
      }
      return names[index]
    }
    let target = left.split(separator: ":").first.map(String.init) ?? String(left)
    guard let name = target.firstMatch(of: #/(\w+)[!?]?\s*$/#).map({ String($0.1) }) else { return nil }
    let isOneOfMany = right.contains("map {") || right.hasPrefix("[")
    return isOneOfMany && name.hasSuffix("s") ? String(name.dropLast()) : name
  }

  /// The values of a tuple's literal.
  private static func parts(of literal: Substring) -> [String] {
    var parts = [""]
    var depth = 0
    for character in literal {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == "," && depth == 1 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// `ClockView` is a `clockView`.
  private static func fallback(for type: String) -> String {
    let name = String(type.prefix { $0 != "<" })
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
