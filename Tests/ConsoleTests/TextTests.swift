import Console
import Testing

@Suite("Words for messages", .watched)
struct TextTests {
  @Test("a line is broken at spaces, and only there")
  func wrapping() {
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("one two three", to: 80) == ["one two three"])
    #expect(wrapped("incomprehensible words", to: 5) == ["incomprehensible", "words"])
    #expect(wrapped("", to: 5) == [""])
    for width in 1...30 {
      let lines = wrapped("it is a truth universally acknowledged", to: width)
      #expect(lines.allSatisfy { $0.count <= width || !$0.contains(" ") })
      #expect(lines.joined(separator: " ") == "it is a truth universally acknowledged")
    }
  }

  @Test("a word is quoted on one line, and its end left out where it is long")
  func quoting() {
    #expect(quoted("clock") == "'clock'")
    #expect(quoted("a\nb\u{1B}[31m\u{9B}1m") == "'a\u{FFFD}b\u{FFFD}[31m\u{FFFD}1m'")
    #expect(quoted("a\u{202E}b\u{2066}") == "'a\u{FFFD}b\u{FFFD}'")
    #expect(quoted("abcd", most: 4) == "'abcd'")
    #expect(quoted("abcde", most: 4) == "'abcd…'")
    #expect(quoted("") == "''")
  }

  @Test("control characters are replaced, and nothing else")
  func printing() {
    #expect(printable("a\r\nb\tc\u{7F}") == "a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}")
    #expect(printable("Grüße, 世界 👩‍👩‍👧 e\u{301}") == "Grüße, 世界 👩‍👩‍👧 e\u{301}")
  }

  @Test("padding adds spaces up to a width, and takes nothing away")
  func padding() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("ab".padded(to: 1) == "ab")
  }

  @Test(
    "wide characters need two columns, and marks that combine none",
    arguments: [
      ("clock", 5), ("時計", 4), ("ｋｖｏ", 6), ("시계", 4), ("e\u{301}", 1), ("\u{301}", 0), ("⏰", 2), ("❤️", 2), ("👩‍👩‍👧", 2),
      ("🇩🇪", 2), ("→…“│┃●", 6), ("Größe", 5), ("a\u{200B}b", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("", 0),
    ])
  func columns(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
    #expect(text.padded(to: 9).columns == 9)
    #expect("a\(text)".prefix(columns: 1 + columns) == "a\(text)")
    #expect("a\(text)".prefix(columns: columns).columns <= columns)
  }

  @Test("a line of wide characters is broken where its columns end")
  func wide() {
    #expect(wrapped("時計 時計 時計", to: 9) == ["時計 時計", "時計"])
    #expect(Screen(width: 33).row("  時計  ", "時").first == "  時計  時")
  }

  @Test("a word for the shell is one word, whatever is in it")
  func shellWord() {
    #expect("a/b.swift".shellWord == "a/b.swift" && "".shellWord == "''")
    #expect("my file".shellWord == "'my file'" && "a'b $HOME".shellWord == "'a'\\''b $HOME'")
  }

  // MARK: Suggestions

  private let known = ["list", "run", "progress", "hint", "double-add", "double-remove"]

  @Test(
    "the nearest known words are suggested",
    arguments: [
      ("lsit", ["list"]), ("progres", ["progress"]), ("RUN", ["run"]), ("dobule-add", ["double-add"]),
      ("double", ["double-add", "double-remove"]), ("catastrophe", []), ("", []), ("rnu", ["run"]), ("fun", ["run"]),
      ("rib", []),
    ])
  func suggested(_ word: String, _ expected: [String]) {
    let found = suggestions(for: word, among: known)
    #expect(found.prefix(expected.count) == expected[...])
    if expected.isEmpty { #expect(found.isEmpty) }
  }

  @Test("there are at most three, the nearest first, and none for an endless word")
  func most() {
    let words = ["aaaa", "aaac", "aaab", "aabb", "abbb", "aaaaa"]
    #expect(suggestions(for: "aaaa", among: words) == ["aaaa", "aaaaa", "aaab"])
    #expect(suggestions(for: String(repeating: "a", count: 65), among: words).isEmpty)
  }
}
