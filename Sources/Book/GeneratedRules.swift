import Harness
import Review

/// The table of the rules of `scenarios review`, for the page on auditing.
extension Generated {
  static var audit: [String: [String]] { ["rules": rules(isSure: true), "questions": rules(isSure: false)] }

  private static func rules(isSure: Bool) -> [String] {
    ["| rule | in | it looks for | no finding if |", "| --- | --- | --- | --- |"]
      + Review.rules.filter { $0.isSure == isSure }.map { rule in
        let id = Pitfall.named(rule.pitfall).map { "[\($0.id)](../\($0.card))" } ?? rule.pitfall
        let form = rule.form.isEmpty ? "" : ", \(rule.form)"
        return "| \(id)\(form) | \(rule.languages) | \(rule.looksFor) | \(rule.exempt) |"
      }
  }
}
