import Foundation
import Testing

@testable import Book

/// For each rule of the book a page that breaks it: a page of the book with one change.
@Suite("Pages that break a rule", .watched)
struct BrokenPageTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    var path: String
    /// What the page has, and what stands there instead. Nil is the end of the page.
    var old: String?
    var new: String
    /// A part of the message.
    var says: String

    var testDescription: String { says }
  }

  private static let card = "Lessons/Pitfalls/REG-1-double-add.md"
  private static let lesson = "Lessons/03-every-add-needs-its-remove.md"
  private static let step = "Lessons/Build/1-closure.md"

  /// `README.md` with these lines at its end.
  private static func added(_ lines: String, _ says: String) -> Broken {
    Broken(path: "README.md", new: "\n\(lines)\n", says: says)
  }

  private static func changed(_ path: String, _ old: String, _ new: String, _ says: String) -> Broken {
    Broken(path: path, old: old, new: new, says: says)
  }

  // What could hide from the other rules.
  private static let reading = [
    added("```sh\nmake", "this block is never closed"),
    added("  ```swift\n  let a = 1\n  ```", "a block begins at the margin"),
    added("~~~\ntext\n~~~", "a block begins at the margin"),
    added("Prose.\n\n    let indented = 1", "indented text is a block without a source"),
    added("<!-- never closed", "this comment is never closed"),
  ]

  private static let blocks = [
    added("```json\n{}\n```", "a block \"json\" has no source"),
    added("```\nplain\n```", "a block \"\" has no source"),
    added("```text\nhello\n```", "a text block needs a comment"),
    added("<!-- text: a reason -->\n\n```text\nhello\n```", "a text block needs a comment"),
    added("```sh\nmake coffee\n```", "the Makefile has no verb \"coffee\""),
    added("```sh\nsudo make test\n```", "is not among the commands"),
    added("```sh\nswift test --filter NoSuchTests\n```", "no test matches the filter"),
    added("```sh\nswift test --filter\n```", "is not a filter"),
    added("```sh\n./scenarios run triple-add --rwa\n```", "./scenarios refuses this"),
    added("```sh\n./scenarios run\n./scenarios rum\n```", "./scenarios has no verb \"rum\""),
    added("Try `make coffee`, or make tea.", "the Makefile has no verb \"coffee\""),
    added("Try `scenarios run REG-1 --timelime`.", "./scenarios refuses this"),
    added("`RawObservingTests/never` shows it.", "there is no test RawObservingTests/never"),
  ]

  private static let sources = [
    changed(card, "let clock = Clock()\n  let view", "let clock = Clock()\n\tlet view", "source: \"  let view"),
    changed(card, "  clock.date = 1\n", "", "this line differs from its source"),
    changed(card, "  clock.date = 1\n", "  clock.date = 1 \n", "source: \"  clock.date = 1\""),
    changed(card, "DoubleAdd.swift#raw", "TripleAdd.swift#raw", "there is no source file"),
    changed(card, "DoubleAdd.swift#raw", "DoubleAdd.swift#rare", "has no snippet \"rare\"; it has: managed, raw"),
    changed(card, "DoubleAdd.swift#raw", "DoubleAdd.swift", "a listing needs a comment right above"),
    added("<!-- snippet: Lessons/ObjectiveC/REG-1-double-add.m#none -->\n```objc\n```", "has no snippet \"none\""),
    changed(card, "is called 2 times for", "is called twice for", "found:    the view is called 2 times for"),
    changed(card, "<!-- transcript -->", "<!-- transcript; exit: 1 -->", "ended with exit code 0"),
    added("```console\n$ ./scenarios list; ls\n```", "; has no meaning in it"),
    added("```console\n$ ls\n```", "a console block shows ./scenarios"),
    added("```console\n./scenarios list\n```", "a console block begins with"),
    added("```console\n$ ./scenarios list | wc -l\n```", "are understood, not \"| wc -l\""),
    added("```console\n$ ./scenarios 'open\n```", "a quote in the command is never closed"),
    added("```console\n$ ./scenarios no-such-verb\n```", "ended with exit code 64"),
    added("```diff\n+a\n```", "a diff block needs a comment"),
    added("<!-- difference: a.swift b.swift -->\n```diff\n+a\n```", "there is no file"),
    changed(card, "Met in code today: ", "Met in code: ", "this differs from the catalogue"),
    added("<!-- generated: recipes -->\n<!-- end -->", "nothing is generated here under the name \"recipes\""),
    added("<!-- end -->", "needs an <!-- end -->"),
  ]

  private static let words = [
    added("Nobody calls it, `nobody`.\n```sh\n# nobody\n```", "\"nobody\": no observer, no object"),
    added("[a](nowhere.md)", "there is no nowhere.md"),
    added("[over two\nlines](nowhere.md), and not `[a](nowhere.md)`", "there is no nowhere.md"),
    added("![a](Lessons/Figures/nothing.svg \"a title\")", "there is no Lessons/Figures/nothing.svg"),
    added("[a](README.md#nowhere)", "has no heading of that name"),
    added("[a](Package.swift#L3)", "only pages of the book have anchors"),
    added("[a](../README.md)", "it leaves the repository"),
    added("[a](/README.md)", "it leaves the repository"),
    added("[a]()", "it is empty"),
    added("[a][b]", "the link [b] is never defined"),
    added("[b]: nowhere.md", "there is no nowhere.md"),
    added("See REG-99, not BOOK-REG-98 and ISO-8859.", "the catalogue has no REG-99"),
    added("```sh\nswift run -c release scenarios run triple-add\n```", "there is no scenario \"triple-add\""),
  ]

  private static let shapes = [
    changed(lesson, "\n## Predict\n", "\n", "a lesson has the heading Predict if it has a prediction"),
    changed(lesson, "\n## Exercises\n", "\n", "this lesson ends with the headings"),
    changed(lesson, "<!-- generated: cards -->", "<!-- generated: about -->", "this lesson has the generated parts"),
    changed(lesson, "\n## Exercises\n", "\n# Exercises\n\n## Exercises\n", "a page begins with its title"),
    changed("Lessons/Appendices/symptoms.md", "# ", "## ", "a page begins with its title"),
    changed(card, "## On Apple's systems", "## Words\n\nWords.\n\n## On Apple's systems", "a card has the headings"),
    changed(card, "<!-- generated: figure -->", "<!-- generated: links -->", "a card has the generated parts"),
    changed(
      card, "The view has two", "```sh\nmake\n```\n\nThe view has two", "a card has a listing and a transcript"),
    changed(
      card, "$ ./scenarios run REG-1 --raw", "$ ./scenarios run REG-2 --raw", "the transcript is not one of REG-1"),
    changed(card, "The view has two", "![a](../Figures/REG-1.svg) The view has two", "a card has one figure"),
    changed(step, "`./scenarios check build-1`", "`./scenarios check`", "does not say how to check the step"),
    changed(step, "**Before you go on:**", "**Now:**", "the page asks nothing before it goes on"),
  ]

  @Test("fails for it", arguments: reading + blocks + sources + words + shapes)
  func fails(_ broken: Broken) throws {
    let page = try #require(Book.pages.first { $0.path == broken.path })
    let text = page.lines.joined(separator: "\n") + "\n"
    let place = try #require(
      broken.old.map { text.range(of: $0) } ?? text.endIndex..<text.endIndex, "choose other words")
    let problems = PageRules.problems(
      in: Page(path: page.path, text: text.replacingCharacters(in: place, with: broken.new)))
    #expect(problems.contains { $0.message.contains(broken.says) }, "\(problems.map(\.message))")
  }

  @Test("a page whose parts are all wrong is brought up to date")
  func broughtUpToDate() throws {
    let page = try #require(Book.pages.first { $0.path == Self.card })
    let (first, last) = (try #require(page.regions.first), try #require(page.regions.last))
    var lines = page.replacingBodies { [$0.lines[0], "wrong", "", "and of another length"] }.lines
    lines.insert("wrong", at: first.line)
    #expect(lines.count != page.lines.count && first.line < last.line)
    let wrong = Page(path: page.path, text: lines.joined(separator: "\n") + "\n")
    #expect(wrong.withRegionsUpdated().updated(from: PageRules.truth).lines == page.lines)
  }

  @Test("a section of a card that is not written fails")
  func unwritten() throws {
    let page = try #require(Book.pages.first { $0.path == Self.card })
    let lines = page.lines.prefix { $0 != "## On Apple's systems" } + ["## On Apple's systems"]
    let problems = PageRules.problems(in: Page(path: page.path, text: lines.joined(separator: "\n")))
    #expect(problems.map(\.message) == ["\"On Apple's systems\" has no sentence: write one"])
  }

  @Test("a card without a pitfall and a pitfall without a card fail")
  func unpaired() {
    let cards = Book.cards.map(\.path)
    #expect(PitfallReferences.unpaired(PageRules.catalogue, cards: Array(cards.dropFirst())).count == 1)
    #expect(
      PitfallReferences.unpaired(PageRules.catalogue, cards: cards + ["Lessons/Pitfalls/REG-0-none.md"]).count == 1)
  }

  @Test("markers in a source that do not pair fail, and an excerpt that no page shows")
  func markers() {
    func problems(_ lines: String...) -> [String] {
      Excerpts(path: "a.swift", text: lines.joined(separator: "\n")).problems.map(\.message)
    }
    let (raw, other, end) = ("// snippet.raw", "// snippet.other", "  // snippet.end")
    #expect(problems(raw, end, raw, end) == ["a second snippet with the name raw"])
    #expect(problems(raw, other, end) == ["snippet.other begins inside snippet.raw"])
    #expect(problems(end) == ["snippet.end without a snippet before it"])
    #expect(problems(raw) == ["snippet.raw never ends"])
    let sources = ["a.swift": Excerpts(path: "a.swift", text: [raw, end].joined(separator: "\n"))]
    #expect(
      unusedExcerpts(of: sources, in: Book.pages).map(\.message).first?.hasPrefix("no page shows snippet.raw") == true)
  }
}
