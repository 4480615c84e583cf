import Foundation

/// What `make apple` has written about a system of Apple's.
struct MacPage {
  /// The system and the date; nil if nobody has run it.
  let system: Substring?
  /// The answer of each probe.
  private let answers: [(id: Substring, answer: Substring)]

  init(_ text: String) {
    system = text.firstMatch(of: /wrote this page on (.*)\.\n/)?.output.1
    answers = text.matches(of: /(?m)^\| `([^`]+)` \| .* \| (.*) \|$/).map { ($0.output.1, $0.output.2) }
  }

  /// What a page quotes of it: the answers whose ids are in the first column of its tables.
  func lines(for page: String) -> [String] {
    guard let system else {
      return ["No row has been run on a Mac yet. `make apple` does that, and writes [On a Mac](on-a-mac.md)."]
    }
    let ids = Set(page.matches(of: /(?m)^\| `([^`]+)` \|/).map(\.output.1))
    return [
      "Run on \(system), and quoted from [On a Mac](on-a-mac.md):", "", "| difference | what happened there |",
      "| --- | --- |",
    ] + answers.filter { ids.contains($0.id) }.map { "| `\($0.id)` | \($0.answer) |" }
  }

  static func lines(for page: String) -> [String] {
    let texts = ["Lessons/Appendices/on-a-mac.md", page].map { (try? Repository.text(of: $0)) ?? "" }
    return MacPage(texts[0]).lines(for: texts[1])
  }
}
