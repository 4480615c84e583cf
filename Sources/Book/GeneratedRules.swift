import Harness
import Review

/// The tables of the page on auditing: the rules of `scenarios review`, and what they found in public repositories.
extension Generated {
  static var audit: [String: [String]] {
    ["rules": rules(isSure: true), "questions": rules(isSure: false), "verdicts": verdicts]
  }

  private static func rules(isSure: Bool) -> [String] {
    ["| rule | in | it looks for | no finding if |", "| --- | --- | --- | --- |"]
      + Review.rules.filter { $0.isSure == isSure }.map { rule in
        let form = rule.form.isEmpty ? "" : ", \(rule.form)"
        return "| \(link(rule.pitfall))\(form) | \(rule.languages) | \(rule.looksFor) | \(rule.exempt) |"
      }
  }

  private static func link(_ pitfall: String) -> String {
    Pitfall.named(pitfall).map { "[\($0.id)](../\($0.card))" } ?? pitfall
  }

  /// How many places of the pinned list each rule has, and in how many repositories.
  private static var verdicts: [String] {
    let text = (try? Repository.text(of: "Tests/ReviewTests/pinned.txt")) ?? ""
    let places = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first != "#" && $0.last != "silent" && $0.count > 3 }
    let byRule = Dictionary(grouping: places) { $0[$0.count - 2] }
    func row(_ name: String, _ found: [[String]]) -> String {
      let latent = found.count { $0.last == "latent" }
      return "| \(name) | \(found.count - latent) | \(latent) | \(Set(found.map { $0[0] }).count) |"
    }
    return ["| rule | harm when it runs | no harm today | repositories |", "| --- | --- | --- | --- |"]
      + byRule.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { rule, found in
        let parts = rule.split(separator: "/").map(String.init)
        return row(([link(parts[0])] + parts.dropFirst()).joined(separator: ", "), found)
      } + [row("all", places)]
  }
}
