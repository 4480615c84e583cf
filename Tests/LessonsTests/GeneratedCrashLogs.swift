import Exercises
import RawObserving

@testable import Explain
@testable import Scenarios

/// The parts of the pages on crash logs that come from the rules of `scenarios explain`.
extension Generated {
  static var crashLogs: [String: [String]] {
    ["kinds": kinds, "not-observing": notObserving, "cannot-tell": cannotTell]
  }

  static var crashCauses: [String: [String]] { ["causes": causes] }

  /// A row for each kind: what in a log decides, and what happened.
  private static var kinds: [String] {
    ["| the log has | what happened |", "| --- | --- |"]
      + Kind.allCases.map { kind in
        let signs = Rule.all.compactMap { rule -> String? in
          guard case .kind(kind, let certainty) = rule.answer else { return nil }
          return cell(rule.sign) + (certainty == .sure ? "" : " (\(certainty.rawValue))")
        }
        return
          "| \(signs.joined(separator: "<br>")) | [\(cell(Advice.about(kind).title))](crash-causes.md#\(kind.rawValue)) |"
      }
  }

  /// A section for each kind, with its causes and what tells them apart.
  private static var causes: [String] {
    Kind.allCases.flatMap { kind in
      let advice = Advice.about(kind)
      return [
        "", "## \(kind.rawValue)", "", "\(sentence(advice.title)).", "", "| cause | how to tell |", "| --- | --- |",
      ]
        + advice.causes.map { cause in
          let card = cause.card.flatMap(Pitfall.named).map { " [\($0.id)](../\($0.card))" } ?? ""
          return "| \(cell(cause.what))\(card) | \(cell(cause.sign)) |"
        }
    } + [""]
  }

  private static var notObserving: [String] {
    Rule.all.filter { $0.answer == .notObserving }.map { "- \(escaped(sentence($0.sign)))" }
  }

  private static var cannotTell: [String] {
    ["| the log has | because |", "| --- | --- |"]
      + Rule.all.filter { $0.answer == .cannotTell }.map { "| \(cell($0.sign)) | \(cell($0.because)) |" }
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
