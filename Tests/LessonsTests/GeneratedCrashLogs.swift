import Exercises
import RawObserving

@testable import Scenarios

/// The parts of the pages on crash logs that come from the rules of `scenarios explain`.
extension Generated {
  static var crashLogs: [String: [String]] {
    ["kinds": kinds, "not-observing": rules(.notObserving), "cannot-tell": rules(.cannotTell)]
  }

  static var crashCauses: [String: [String]] { ["causes": causes] }

  /// A row for each kind: what in a log decides, and what happened.
  private static var kinds: [String] {
    ["| the log has | what happened |", "| --- | --- |"]
      + Kind.allCases.map { kind in
        let signs = Rule.all.filter { $0.answer.kind == kind }.flatMap { $0.condition.signs }
        var seen: Set<String> = []
        let shown = signs.filter { seen.insert($0).inserted }.prefix(4).joined(separator: "; ")
        return "| \(cell(sentence(shown))) | [\(cell(Advice.about(kind).title))](crash-causes.md#\(kind.rawValue)) |"
      }
  }

  /// A section for each kind, with its causes and what tells them apart.
  private static var causes: [String] {
    Kind.allCases.flatMap { kind in
      let advice = Advice.about(kind)
      return ["", "## \(kind.rawValue)", "", "\(sentence(advice.title)).", "", "| cause | how to tell |", "| --- | --- |"]
        + advice.causes.map { cause in
          let card = cause.card.flatMap(Pitfall.named).map { " [\($0.id)](../\($0.card))" } ?? ""
          return "| \(cell(cause.what))\(card) | \(cell(cause.sign)) |"
        }
    } + [""]
  }

  private static func rules(_ answer: Rule.Answer) -> [String] {
    Rule.all.filter { $0.answer == answer }.compactMap { rule in
      let signs = rule.condition.signs.prefix(3).joined(separator: "; ")
      return signs.isEmpty ? nil : "- \(escaped(sentence(signs)))"
    }
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static func cell(_ text: String) -> String { escaped(text).replacing("|", with: "\\|") }

  /// Text with the signs of Markdown made harmless, except in code.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1 ? "`\(part)`" : part.replacing("<", with: "&lt;").replacing("*", with: "\\*")
    }.joined()
  }
}
