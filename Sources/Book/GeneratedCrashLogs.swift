import Console
import Explain
import Harness

/// The parts of the page on crash logs that come from the signs and the texts of `scenarios explain`.
extension Generated {
  static var crashLogs: [String: [String]] { ["signs": signs, "kinds": kinds] }

  /// A row for each sign.
  private static var signs: [String] {
    ["| the log has | it shows | it leaves open | weight |", "| --- | --- | --- | --- |"]
      + Sign.all.map { sign in
        let shown = sign.kind.map(link) ?? (sign.meaning == .elsewhere ? "something else" : "")
        let open = sign.possible.map(link).joined(separator: ", ")
        return "| \(cell(sign.text)) | \(shown) | \(open) | \(sign.weight) |"
      }
  }

  /// What happened, and the cards of the causes, for each kind.
  private static var kinds: [String] {
    Kind.allCases.flatMap { kind in
      let answer = Answer.about(kind)
      let cards = answer.causes.compactMap(\.card).uniqued().compactMap(Pitfall.named)
        .map { "[\($0.id)](../\($0.card))" }
      let head = answer.head.prefix(1).uppercased() + answer.head.dropFirst() + "."
      return ["### \(kind.rawValue)", "", head + (cards.isEmpty ? "" : " \(cards.joined(separator: ", "))"), ""]
    }.dropLast()
  }

  private static func link(_ kind: Kind) -> String { "[\(kind.rawValue)](#\(kind.rawValue))" }

  private static func cell(_ text: String) -> String { escaped(text).replacing("|", with: "\\|") }

  /// Text with the signs of Markdown made harmless, except in code.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1 ? "`\(part)`" : part.replacing("<", with: "&lt;").replacing("*", with: "\\*")
    }.joined()
  }
}
