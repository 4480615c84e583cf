import Foundation

/// A section of a page to look things up, or of a lesson, as a search finds it.
struct FoundPage {
  /// The page, from the root of the package on.
  let path: String
  /// What the row of a list shows: the heading of the section, or the first cell of a row of its table.
  let title: String
  /// The lines of the section, with its heading.
  let lines: [String]
  let score: Int

  static let questions = "Lessons/Appendices/questions.md"

  /// Whether it is a question that people ask, with its answer.
  var isQuestion: Bool { path == Self.questions }

  /// What the row of a list calls the page: `symptoms`, or `lesson 5`.
  var name: String {
    let file = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? path
    return Int(file.prefix(2)).map { "lesson \($0)" } ?? file
  }

  /// Every section that has the words, the best ones first. A page that cannot be read has none.
  ///
  /// - Throws: ``InputError`` if the package is not there.
  static func all(with search: WordSearch, _ mode: WordSearch.Mode) throws -> [FoundPage] {
    let folder = try PackageRoot.find().appendingPathComponent("Lessons/Appendices")
    let appendices = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.sorted().map { "Lessons/Appendices/\($0)" }
    let lessons = Lesson.allCases.map { "Lessons/\($0.rawValue)" }
    return (appendices + lessons).flatMap { path in
      sections(of: path, weight(of: path), search, mode)
    }.sorted { $0.score > $1.score }
  }

  /// How much a heading of the page counts: the pages that begin with what people ask come first.
  private static func weight(of path: String) -> Int {
    switch path.split(separator: "/").last {
    case "symptoms.md": 10
    case "questions.md", "framework-properties.md", "from-kvo-to-swiftui.md", "should-i-use-this-today.md": 9
    case "glossary.md", "errata.md", "further-reading.md": 5
    default: 7
    }
  }

  private static func sections(
    of path: String, _ weight: Int, _ search: WordSearch, _ mode: WordSearch.Mode
  ) -> [FoundPage] {
    guard let lines = try? PackageRoot.lines(of: path) else { return [] }
    let page = lines.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? ""
    let starts = lines.indices.filter { lines[$0].hasPrefix("#") && !isInCode($0, lines) }
    return zip(starts, starts.dropFirst() + [lines.endIndex]).compactMap { start, end in
      let heading = String(lines[start].drop { $0 == "#" || $0 == " " })
      let section = lines[start..<end].prefix { !$0.contains(#/^\[[^\]]+\]: /#) }
      if ["Exercises", "Cards", "Next"].contains(heading) { return nil }
      let cells = section.filter { $0.hasPrefix("| ") }.dropFirst(2)
        .map { withoutLinks($0.split(separator: "|").first.map(String.init) ?? "") }
      let best = cells.max { score($0, search) < score($1, search) }.flatMap { score($0, search) > 0 ? $0 : nil }
      let fields = [
        WordSearch.Field(heading, weight), WordSearch.Field(cells.joined(separator: " "), weight - 2),
        WordSearch.Field(page, 4), WordSearch.Field(section.joined(separator: " "), 2),
      ]
      guard let score = search.score(fields, mode) else { return nil }
      let isInHeading = search.score([fields[0]]) != nil
      let title = best.flatMap { isInHeading ? nil : "\(heading): \(beginning(of: $0))" } ?? heading
      return FoundPage(path: path, title: withoutLinks(title), lines: Array(section), score: score)
    }
  }

  private static func score(_ cell: String, _ search: WordSearch) -> Int {
    search.score([WordSearch.Field(cell, 1)]) ?? 0
  }

  /// As much of a cell as tells what its row is about.
  private static func beginning(of cell: String) -> String {
    let words = cell.split(separator: " ")
    let count = words.indices.first { words[...$0].joined(separator: " ").count > 80 } ?? words.count
    return words.prefix(count).joined(separator: " ") + (count < words.count ? " …" : "")
  }

  private static func isInCode(_ index: Int, _ lines: [String]) -> Bool {
    !lines[..<index].count { $0.hasPrefix("```") }.isMultiple(of: 2)
  }

  private static func withoutLinks(_ text: String) -> String {
    text.replacing(#/\[([^\]]*)\](\([^)]*\)|\[[^\]]+\])/#) { String($0.1) }
      .replacing("**", with: "").trimmingCharacters(in: .whitespaces)
  }
}
