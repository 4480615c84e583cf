import Console
import RawObserving

/// A part of a source that a page shows: what is between `// snippet.NAME` and `// snippet.end`.
package struct CodeExcerpt {
  /// The file, from the root of the package on.
  let path: String
  /// The number of its first line, counted from 1.
  package let firstLine: Int
  /// Its lines, without the indentation that all of them have.
  package let lines: [String]

  /// - Throws: ``InputError`` if the file or the part is not there.
  init(path: String, name: String) throws {
    let source = try PackageRoot.lines(of: path)
    guard let begin = source.firstIndex(where: { $0.drop { $0 == " " } == "// snippet.\(name)" }),
      let end = source[begin...].firstIndex(where: { $0.drop { $0 == " " } == "// snippet.end" })
    else { throw InputError(message: "\(path) has no part that is called \(quoted(name)).") }
    let lines = source[(begin + 1)..<end]
    let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    (self.path, firstLine) = (path, begin + 2)
    self.lines = lines.map { String($0.dropFirst(indent)) }
  }

  /// The parts of sources that a card shows of one side, in their order.
  static func all(of side: Side, in pitfall: Pitfall) throws -> [CodeExcerpt] {
    let heading = side == .raw ? "## The mistake" : "## The remedy"
    let card = try PackageRoot.lines(of: "Lessons/\(pitfall.card)")
    guard let start = card.firstIndex(of: heading) else { return [] }
    let section = card[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return try section.compactMap { line in
      guard let match = line.wholeMatch(of: /<!-- snippet: ([^#]+)#([^ ;]+).*-->/) else { return nil }
      return try CodeExcerpt(path: String(match.1), name: String(match.2))
    }
  }

  /// What is shown with the question about a pitfall: the part of its program that is called `asked`; or, if there is
  /// none, what its card shows of the remedy, if the question is about an act that ends well, and otherwise of the
  /// mistake.
  package static func forQuestion(about pitfall: Pitfall) throws -> [CodeExcerpt] {
    if try hasPartForQuestion(pitfall) { return [try CodeExcerpt(path: pitfall.source, name: "asked")] }
    return try all(of: pitfall.acts[pitfall.prediction.act - 1].isRight(in: .classic) ? .managed : .raw, in: pitfall)
  }

  /// Whether the card shows the answer, or another act, so that the program has a part of its own for the question.
  static func hasPartForQuestion(_ pitfall: Pitfall) throws -> Bool {
    try PackageRoot.lines(of: pitfall.source).contains { $0.drop { $0 == " " } == "// snippet.asked" }
  }

  private init(path: String, firstLine: Int, lines: [String]) {
    (self.path, self.firstLine, self.lines) = (path, firstLine, lines)
  }

  /// The members of a story's type that have one of these lines.
  package static func members(of source: [String], in path: String, with ran: Set<Int>) -> [CodeExcerpt] {
    var members: [Range<Int>] = []
    var begin: Int?
    // The story begins behind what the catalogue says of the pitfall.
    let entry = source.firstIndex { $0.hasSuffix(" acts: acts)") } ?? -1
    for (index, line) in source.enumerated().dropFirst(entry + 1) {
      let isAtMargin = line.prefix { $0 == " " }.count == 2 && !line.hasPrefix("  //")
      if isAtMargin && begin == nil { begin = index }
      // A member ends with its own line, or with a closing bracket below it. An attribute belongs to what follows.
      guard let first = begin, isAtMargin, !line.hasSuffix("{"), !line.hasSuffix("["), !line.hasSuffix("("),
        !line.hasPrefix("  @") || line.contains(" var ") || line.contains(" let ") || line.contains(" func ")
      else { continue }
      members.append(first..<(index + 1))
      begin = nil
    }
    let ranIn = members.filter { $0.contains { ran.contains($0 + 1) } }
    return ranIn.flatMap { member -> [CodeExcerpt] in
      if !source[member.lowerBound].contains("static let acts") { return [excerpt(member)] }
      // Of the list of the acts, which tells how they end, only the lines that have none of its texts.
      return member.filter { ran.contains($0 + 1) && !source[$0].contains("\"") }.map { line in
        CodeExcerpt(path: path, firstLine: line + 1, lines: [balanced(String(source[line].dropFirst(2)))])
      }
    }

    func excerpt(_ lines: Range<Int>) -> CodeExcerpt {
      CodeExcerpt(
        path: path, firstLine: lines.lowerBound + 1, lines: source[lines].map { String($0.dropFirst(2)) })
    }
  }

  /// A line without the brackets at its ends that belong to other lines: those of the call that makes an act.
  private static func balanced(_ line: String) -> String {
    var (text, open) = ("", 0)
    for character in line {
      if "([{".contains(character) { open += 1 }
      if ")]}".contains(character) {
        if open == 0 {
          // What came before is the end of another line's call, or what follows is.
          if text.allSatisfy({ $0 == " " }) { continue } else { return text }
        }
        open -= 1
      }
      text.append(character)
    }
    return text.hasSuffix(",") ? String(text.dropLast()) : text
  }

  /// Its lines as a question shows them, each with its number: without comments, and without what the story says and
  /// finds. These often tell the answer. Values that the story reads in order to say them stay.
  package var forQuestion: [(number: Int, text: String)] {
    var shown: [(number: Int, text: String)] = []
    for (offset, line) in lines.enumerated() {
      let text = line.replacing(#/ +//( .*)?$/#, with: "").replacing(#/(story\.say\()"(.*)"\)/#) { match in
        let values = match.2.matches(of: #/\\\((?:[^()"]|\([^()"]*\))*\)/#).map { " \($0.0)" }
        return "\(match.1)\"…\(values.joined())\")"
      }
      let code = text.drop { $0 == " " }
      let isLeftOut =
        code.hasPrefix("//") || code.isEmpty && (!line.isEmpty || shown.last?.text.isEmpty != false)
        || code.contains(#/^(\w+\.)?story\.say\("…"\)$/#) || code.hasPrefix("+ \"")
        || code.contains(#/^(return|let finding =) .*".*[^{(\[]$/#)
      if !isLeftOut { shown.append((firstLine + offset, text)) }
    }
    return shown
  }
}
