import Foundation

/// A search for words. Whole words count most, and the beginnings of words count less.
struct WordSearch {
  /// Text in which the words are looked for, and how much it counts.
  struct Field {
    let text: String
    let weight: Int

    /// - Parameter text: as a page or the catalogue has it.
    init(_ text: String, _ weight: Int) {
      self.text = WordSearch.plain(text)
      self.weight = weight
    }
  }

  /// Each word, with what means the same. The word itself comes first.
  private let words: [[String]]
  /// All words as one phrase; nil if it is one word.
  private let phrase: String?

  init(_ words: [String]) {
    let plain = words.flatMap { Self.plain($0).split(separator: " ").map(String.init) }
    let phrase = plain.joined(separator: " ")
    self.words = Self.joined(plain).map(Self.withSynonyms)
    self.phrase = plain.count > 1 ? phrase : nil
  }

  /// The words, with those in one that mean something else together: "not called" is neither "not" nor "called".
  private static func joined(_ words: [String]) -> [String] {
    var (joined, rest) = ([String](), words[...])
    while let first = rest.first {
      let lengths = (2...max(2, rest.count)).reversed()
      let length = lengths.first { length in
        meanings.contains { $0.contains(rest.prefix(length).joined(separator: " ")) }
      }
      joined.append(length.map { rest.prefix($0).joined(separator: " ") } ?? first)
      rest = rest.dropFirst(length ?? 1)
    }
    return joined
  }

  /// How strictly the fields are searched.
  enum Mode: CaseIterable {
    /// Each word has to be there, as a whole or as the beginning of one.
    case all
    /// One of the words has to be there.
    case some
    /// The middle of a word counts too.
    case anywhere
  }

  /// Whether there is only one word, so that all words are some.
  var isOneWord: Bool { words.count == 1 }

  /// How well the fields have the words; nil if they do not have them.
  func score(_ fields: [Field], _ mode: Mode = .all) -> Int? {
    var sum = 0
    for synonyms in words {
      let best =
        fields.flatMap { field in
          synonyms.enumerated().map { index, word in
            field.weight * Self.value(of: word, in: field.text, mode) * (index == 0 ? 5 : 4)
          }
        }.max() ?? 0
      if best == 0, mode != .some { return nil }
      sum += best
    }
    if let phrase, let field = fields.filter({ Self.has(phrase, $0.text) }).max(by: { $0.weight < $1.weight }) {
      sum += field.weight * 50
    }
    return sum == 0 ? nil : sum
  }

  private static func value(of word: String, in text: String, _ mode: Mode) -> Int {
    if has(word, text) { return 10 }
    if word.count >= 4, text.contains(" \(word)") { return 4 }
    if let stem = stem(of: word), text.contains(" \(stem)") { return 2 }
    return mode == .anywhere && text.contains(word) ? 1 : 0
  }

  /// The beginning that the forms of a word share: "updat" of "updating" and "updates". Nil if little is left of it.
  private static func stem(of word: String) -> String? {
    let ending = ["ing", "ed", "es", "e", "s"].first(where: word.hasSuffix)
    return ending.map { String(word.dropLast($0.count)) }.flatMap { $0.count >= 4 ? $0 : nil }
  }

  /// Whether the text has the word as a whole, in the singular or in the plural.
  private static func has(_ word: String, _ text: String) -> Bool {
    if text.contains(" \(word) ") || text.contains(" \(word)s ") { return true }
    return word.count > 3 && word.hasSuffix("s") && text.contains(" \(word.dropLast()) ")
  }

  /// The text in small letters, with one space before and after each word.
  fileprivate static func plain(_ text: String) -> String {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return " \(words.joined(separator: " ")) "
  }

  /// Words and phrases that people use for the same thing.
  private static let meanings = [
    [
      "leak", "leaks", "memory leak", "retain cycle", "reference cycle", "never freed", "never deallocated",
      "deinit not called", "deinit never", "deinit never called", "not deallocated", "weak self", "strong self",
    ],
    ["hang", "hangs", "deadlock", "freeze", "freezes", "stuck"],
    ["crash", "crashes", "dies", "exception", "abort"],
    [
      "not called", "never called", "never fires", "not firing", "not fire", "no longer called", "silent",
      "not updating", "not updated", "not update", "not refreshing", "not triggered",
    ],
    ["same value", "equal value", "unchanged value"],
    ["drawn again", "redraw", "redraws", "rerender", "body twice", "body called", "updated too often"],
    ["old value", "shows the old value", "stale", "out of date", "outdated"],
    ["duplicate", "duplicates", "called twice", "double call", "double add"],
    ["recursion", "recursive", "infinite loop", "reentrancy", "never ends"],
    ["main thread", "background thread", "wrong thread", "another thread"],
    ["slow", "performance", "gets slower"],
    ["dangling", "exc bad access", "zombie", "freed memory"],
  ]

  private static func withSynonyms(of word: String) -> [String] {
    var all = [word]
    for meaning in meanings where meaning.contains(word) { all += meaning.filter { $0 != word } }
    // Apple's names have a prefix here and there, and the course leaves it out.
    for prefix in ["ns", "fb"] where word.hasPrefix(prefix) && word.count > 5 { all.append(String(word.dropFirst(2))) }
    return all
  }
}
