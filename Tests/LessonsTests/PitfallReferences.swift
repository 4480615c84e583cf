@testable import Book

/// Whether the prose and the catalogue speak of the same pitfalls.
enum PitfallReferences {
  /// A pitfall, as far as the prose has to do with it.
  struct Entry: Sendable {
    let id: String
    let name: String
    /// The path of its card.
    let card: String
  }

  /// The ids in the prose that are in no catalogue, and the runs of scenarios that do not exist.
  static func problems(in page: Page, catalogue: [Entry]) -> [Problem] {
    let ids = Set(catalogue.map(\.id))
    let names = ids.union(catalogue.map(\.name)).union(["NAME", "ID"])
    let unknownIds = page.prose.flatMap { line in
      mentions(in: line.text).filter { !ids.contains($0) }
        .map { page.problem(line.number, "the catalogue has no \($0): name another pitfall, or take it out") }
    }
    let unknownNames = (page.prose + page.shellLines).flatMap { line in
      runs(in: line.text).filter { !names.contains($0) }
        .map { page.problem(line.number, "there is no scenario \"\($0)\": ./scenarios list names them") }
    }
    return unknownIds + unknownNames
  }

  /// The ids in a text: REG-1, and not BOOK-REG-1 or REG-01.
  private static func mentions(in text: String) -> [String] {
    guard text.contains("-") else { return [] }
    return text.matches(
      of: /(?:^|[^A-Za-z-])((?:REG|REM|LIF|CTX|KEY|DEP|COL|OPT|THR|MED|MOD)-[1-9][0-9]*)/
    ).map { String($0.1) }
  }

  /// What a text tells to run: `double-add` in "scenarios run double-add".
  private static func runs(in text: String) -> [String] {
    guard text.contains("scenarios run") else { return [] }
    return text.matches(of: /scenarios run ([A-Za-z][A-Za-z0-9-]*)/).map { String($0.1) }
  }

  /// The pitfalls without a card, and the cards without a pitfall.
  static func unpaired(_ catalogue: [Entry], cards: [String]) -> [Problem] {
    catalogue.filter { !cards.contains($0.card) }.map {
      Problem(
        page: $0.card, line: 1,
        message: "\($0.id) has no card. Copy that of REG-1 to this path, write it, and run make lessons.")
    }
      + cards.filter { card in !catalogue.contains { $0.card == card } }.map {
        Problem(
          page: $0, line: 1,
          message:
            "the catalogue has no pitfall with this card: add the pitfall's line to Catalogue.swift, or remove the card"
        )
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
