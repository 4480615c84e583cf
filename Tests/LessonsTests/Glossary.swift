import Foundation

/// The entries of the glossary, and where the lessons use them for the first time.
struct Glossary {
  static let path = "Lessons/Appendices/glossary.md"

  struct Entry: Equatable {
    let term: String
    let anchor: String
    /// How the term is written on the pages, in small letters.
    let forms: [String]
    let line: Int
    /// Finds one of the forms, as words of their own.
    let use: NSRegularExpression

    init(term: String, anchor: String, forms: [String], line: Int) throws {
      (self.term, self.anchor, self.forms, self.line) = (term, anchor, forms, line)
      let patterns = forms.map { NSRegularExpression.escapedPattern(for: $0).replacing(" ", with: "\\s+") }
      use = try NSRegularExpression(
        pattern: "(?<![\\w-])(?:\(patterns.joined(separator: "|")))(?![\\w-])", options: .caseInsensitive)
    }
  }

  let entries: [Entry]

  /// Each heading of the third level is an entry. Its forms are the heading itself, alone and with an s, unless a
  /// comment right below lists others: `<!-- forms: deallocate, deallocated -->`.
  init(_ page: Page) throws {
    entries = try page.headings.filter { $0.level == 3 }.map { heading in
      let below = heading.line < page.lines.count ? page.lines[heading.line] : ""
      let listed = below.wholeMatch(of: /<!-- forms: (.*) -->/).map { $0.1.split(separator: ", ").map(String.init) }
      let term = heading.text.lowercased()
      return try Entry(
        term: heading.text, anchor: heading.anchor, forms: listed ?? [term, term + "s"], line: heading.line)
    }
  }

  /// What is wrong: a term whose first use in the lessons neither leads to its entry nor is explained there, and a term
  /// that no page uses. A term in bold face is explained there.
  func problems(in page: Page, lessons: [Page], others: [Page]) -> [Problem] {
    let texts = lessons.map { Text(of: $0, entries) }
    return entries.indices.flatMap { index -> [Problem] in
      let entry = entries[index]
      if let (lesson, text) = zip(lessons, texts).first(where: { $1.uses(index, entry) }) {
        return text.unmarkedUse(index, entry).map {
          lesson.problem($0, "\"\(entry.term)\" is used here first, without a link to \(Self.path)#\(entry.anchor)")
        }.map { [$0] } ?? []
      }
      let isUsed = others.contains { $0.prose.contains { Text.range(of: entry, in: $0.text as NSString) != nil } }
      return isUsed
        ? []
        : [
          page.problem(
            entry.line, "no page uses \"\(entry.term)\": use it, list its forms below the heading, or take it out")
        ]
    }
  }

  /// A row for each lesson that is the first to use a term, and one for the terms that no lesson uses.
  func rows(lessons: [(page: Page, link: String)]) -> [String] {
    let texts = lessons.map { Text(of: $0.page, entries) }
    let first = entries.indices.map { index in texts.firstIndex { $0.uses(index, entries[index]) } }
    func row(_ name: String, _ lesson: Int?) -> String? {
      let terms = entries.indices.filter { first[$0] == lesson }.map { "[\(entries[$0].term)](#\(entries[$0].anchor))" }
      return terms.isEmpty ? nil : "| \(name) | \(terms.joined(separator: ", ")) |"
    }
    return ["| page | terms |", "| --- | --- |"]
      + lessons.indices.compactMap { row(lessons[$0].link, $0) }
      + [row("cards and other pages", nil)].compactMap(\.self)
  }

  /// What somebody has written on a page, without headings, tables, code and figures. A mark is in the place of each
  /// link to an entry and of each term in bold face; other links are left out.
  private struct Text {
    private let text: NSString
    private let numbers: [Int]

    init(of page: Page, _ entries: [Entry]) {
      let generated = page.regions.map { $0.line...$0.lastLine }
      let lines = page.prose.filter { line in
        !generated.contains { $0.contains(line.number) } && line.text.prefixMatch(of: /[#|]|\[[^\]]+\]:\s/) == nil
      }
      func mark(_ index: Int?, for match: Substring) -> String {
        (index.map(Self.mark) ?? "") + match.filter { $0 == "\n" }  // the lines keep their numbers
      }
      numbers = lines.map(\.number)
      let text = lines.map(\.text).joined(separator: "\n")
        .replacing(/!\[[^\]]*\]\([^)]*\)/) { mark(nil, for: $0.0) }
        .replacing(/`[^`]*`/) { mark(nil, for: $0.0) }
        .replacing(/\[[^\]]*\](?:\[[^\]]*\]|\(([^)]*)\))/) { match in
          let parts = (match.1 ?? "").split(separator: "#")
          let isEntry = parts.count == 2 && parts[0].hasSuffix("glossary.md")
          return mark(isEntry ? entries.firstIndex { $0.anchor == parts[1] } : nil, for: match.0)
        }
        .replacing(/\*\*([^*]+)\*\*/) { match in
          let words = match.1.lowercased().trimmingCharacters(in: .punctuationCharacters)
          return entries.firstIndex { $0.forms.contains(words) }.map { mark($0, for: match.0) } ?? String(match.1)
        }
      self.text = text as NSString
    }

    /// A character that marks an entry: one of those that Unicode leaves to private use.
    private static func mark(_ index: Int) -> String {
      String(UnicodeScalar(0xE000 + UInt32(index)).map(Character.init)!)
    }

    func uses(_ index: Int, _ entry: Entry) -> Bool {
      Self.range(of: entry, in: text) != nil || text.range(of: Self.mark(index)).location != NSNotFound
    }

    /// The number of the line with the first use, if no mark is before it.
    func unmarkedUse(_ index: Int, _ entry: Entry) -> Int? {
      guard let use = Self.range(of: entry, in: text) else { return nil }
      if text.range(of: Self.mark(index)).location < use.location { return nil }
      return numbers[text.substring(to: use.location).count { $0 == "\n" }]
    }

    static func range(of entry: Entry, in text: NSString) -> NSRange? {
      let range = entry.use.rangeOfFirstMatch(in: text as String, range: NSRange(location: 0, length: text.length))
      return range.location == NSNotFound ? nil : range
    }
  }
}
