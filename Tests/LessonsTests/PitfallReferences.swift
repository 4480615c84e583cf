/// Whether the prose and the catalogue speak of the same pitfalls.
enum PitfallReferences {
  /// A pitfall, as far as the prose has to do with it.
  struct Entry: Sendable {
    let id: String
    let name: String
    /// A lesson's file and the anchor of the heading that is the pitfall's place.
    let lesson: String
  }

  /// The ids in the prose that are in no catalogue, and the runs of scenarios that do not exist.
  static func problems(in page: Page, catalogue: [Entry]) -> [Problem] {
    let ids = Set(catalogue.map(\.id))
    let names = ids.union(catalogue.map(\.name)).union(["NAME", "ID"])
    let unknownIds = page.prose.flatMap { line in
      mentions(in: line.text).filter { !ids.contains($0) }
        .map { page.problem(line.number, "the catalogue has no \($0)") }
    }
    let unknownNames = (page.prose + page.shellLines).flatMap { line in
      runs(in: line.text).filter { !names.contains($0) }
        .map { page.problem(line.number, "there is no scenario \"\($0)\"") }
    }
    return unknownIds + unknownNames
  }

  /// The ids in a text: REG-1, and not BOOK-REG-1 or REG-01.
  private static func mentions(in text: String) -> [String] {
    text.matches(
      of: /(?:^|[^A-Za-z-])((?:REG|REM|LIF|CTX|KEY|DEP|COL|OPT|THR|MED|MOD)-[1-9][0-9]*)/
    ).map { String($0.1) }
  }

  /// What a text tells to run: `double-add` in "scenarios run double-add".
  private static func runs(in text: String) -> [String] {
    text.matches(of: /scenarios run ([A-Za-z][A-Za-z0-9-]*)/).map { String($0.1) }
  }

  /// The pitfalls that have no place in a lesson: a heading with the id in it, where `lesson` says.
  static func homeless(_ catalogue: [Entry], in pages: [Page]) -> [Problem] {
    catalogue.compactMap { pitfall in
      let parts = pitfall.lesson.split(separator: "#", omittingEmptySubsequences: false)
      let path = "Lessons/" + (parts.first ?? "")
      func problem(_ message: String) -> Problem {
        Problem(page: path, line: 1, message: "\(pitfall.id) \(message)")
      }
      guard parts.count == 2 else { return problem("names no heading: \(pitfall.lesson)") }
      guard let page = pages.first(where: { $0.path == path }) else {
        return problem("should have its place in this lesson, which does not exist")
      }
      guard let heading = page.headings.first(where: { $0.anchor == parts[1] }) else {
        return problem("should have a heading here with the anchor #\(parts[1])")
      }
      let named = heading.text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
      return named.contains { $0 == pitfall.id }
        ? nil
        : page.problem(heading.line, "this heading is the place of \(pitfall.id): name it")
    }
  }
}

extension Page {
  /// The lines of all blocks of commands.
  fileprivate var shellLines: [Line] {
    blocks.filter { $0.info == "sh" }.flatMap { block in
      block.lines.enumerated().map { index, text in
        Line(number: block.line + 1 + index, text: text)
      }
    }
  }
}
