import Foundation

@testable import Book

/// Words that do not belong on our pages, and what to write instead.
enum RuledOut {
  private static let terms: [(pattern: NSRegularExpression, instead: String)] = [
    (#"\bnobody\b"#, "no observer, no object"),
    (#"\b(?:some|any|every)body\b(?!'s work)"#, "name the thing: another thread, other code"),
    (#"\bwhoever\b"#, "name the thing: the observer, the registration"),
    (#"\b(?:wrongly|rightly)\b"#, "incorrectly, correctly; or say what is wrong"),
    (#"\bdeaf\b"#, "is never called"),
    (#"\bin peace\b"#, "without an exception"),
    (#"\bfarewell\b"#, "the last call"),
    (#"\bmend(?:s|ed|ing)?\b"#, "repair, correct"),
    (#"\bwish(?:es|ed)?\b"#, "want"),
    (#"\bcure[sd]?\b"#, "remedy"),
    (#"\bthe dead\b"#, "the deallocated object"),
    (#"\b(?:simply|of course|obviously|basically|merely|powerful)\b"#, "leave it out"),
    (#"\bnote that\b"#, "leave it out"),
    (#"\bat times\b"#, "say when: the system, the version, the option"),
    (#"\bsome (?:systems|runtimes|platforms)\b"#, "name them"),
    (#"\bcomes to\b"#, "is, becomes"),
    (#"\bhas it that\b"#, "says"),
    (#"\b(?:to be had|owing to|on account of|thereby|hence)\b"#, "available, because of, so"),
    (#"\bcalled any more\b"#, "no longer called"),
    (#"\bof one's own\b"#, "its own"),
  ].map { pattern, instead in
    guard let expression = try? NSRegularExpression(pattern: pattern) else { fatalError("\(pattern) is no pattern") }
    return (expression, instead)
  }

  /// Where the written prose of a page has one of them, outside code.
  static func problems(in page: Page) -> [Problem] {
    let lines = page.ownProse.map { ($0.number, text: $0.text.replacing(/`[^`]*`/, with: "").lowercased()) }
    let whole = lines.map(\.text).joined(separator: "\n")
    // Most pages have none, and a search of the whole page says so.
    let terms = terms.filter { Self.match(of: $0.pattern, in: whole) != nil }
    return lines.flatMap { number, text in
      terms.compactMap { term in
        Self.match(of: term.pattern, in: text).map { page.problem(number, "\"\($0)\": \(term.instead)") }
      }
    }
  }

  private static func match(of pattern: NSRegularExpression, in text: String) -> Substring? {
    let found = pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
    return found.flatMap { Range($0.range, in: text) }.map { text[$0] }
  }
}
