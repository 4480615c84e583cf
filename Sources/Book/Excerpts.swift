import Foundation

/// The excerpts that a source file offers to the prose: what stands between `// snippet.NAME` and
/// `// snippet.end`, without the indentation that all its lines share, and without what reports to a recording. A reader
/// of a listing wants to know what the code does, and a report does nothing to that.
struct Excerpts: Sendable {
  private(set) var bodies: [String: [String]] = [:]
  /// Where each excerpt begins, counted from 1.
  private(set) var lineNumbers: [String: Int] = [:]
  private(set) var problems: [Problem] = []

  init(path: String, text: String) {
    var open: (name: String, line: Int, lines: [String])?
    func problem(_ line: Int, _ message: String) -> Problem {
      Problem(page: path, line: line, message: message)
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let name = Self.marker(in: line) else {
        if let shown = Self.withoutReport(line) { open?.lines.append(shown) }
        continue
      }
      switch (name == "end", open) {
      case (true, nil):
        problems.append(problem(index + 1, "snippet.end without a snippet before it"))
      case (true, let found?):
        let isNew = bodies.updateValue(Self.unindented(found.lines), forKey: found.name) == nil
        if !isNew {
          problems.append(problem(found.line, "a second snippet with the name \(found.name)"))
        }
        lineNumbers[found.name] = found.line
        open = nil
      case (false, let found?):
        problems.append(problem(index + 1, "snippet.\(name) begins inside snippet.\(found.name)"))
      case (false, nil):
        open = (name, index + 1, [])
      }
    }
    if let open { problems.append(problem(open.line, "snippet.\(open.name) never ends")) }
  }

  /// What stands after `// snippet.`, if the line is such a marker.
  private static func marker(in line: Substring) -> String? {
    let (beginning, text) = ("// snippet.", line.drop { $0 == " " })
    return text.hasPrefix(beginning) ? text.dropFirst(beginning.count).trimmingCharacters(in: .whitespaces) : nil
  }

  /// The line without its report; nil if it is nothing else.
  static func withoutReport(_ line: Substring) -> String? {
    guard line.contains("Record") else { return String(line) }  // tens of thousands of lines, and a regex is slow
    if line.wholeMatch(of: /\s*(defer \{ )?(Recording\.report|Recorder\.current\?\.says)\(.*\)( \})?/) != nil {
      return nil
    }
    return String(line.replacing(/return Recording\.report\(.*\)/, with: "return"))
  }

  private static func unindented(_ lines: [String]) -> [String] {
    let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    let common = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.allSatisfy(\.isWhitespace) ? "" : String($0.dropFirst(common)) }
  }
}
