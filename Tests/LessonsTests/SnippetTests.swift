import Testing

@testable import Book

/// Excerpts and their markers, on small sources of its own.
@Suite("Excerpts", .watched)
struct SnippetTests {
  private let source = """
    struct Story {
      // snippet.raw
      let clock = Clock()
      if clock.date > 0 {
        print("late")
      }
      // snippet.end

      // snippet.managed
      let controller = clock.kvoController

      // the last line
      // snippet.end
    }
    """

  private func page(_ name: String, _ lines: [String], file: String = "Story.swift") -> Page {
    Page(
      path: "page.md",
      text: "<!-- snippet: \(file)#\(name) -->\n```swift\n\(lines.joined(separator: "\n"))\n```\n")
  }

  private var truth: Truth {
    Truth(sources: ["Story.swift": Excerpts(path: "Story.swift", text: source)]) { _ in
      throw Unreadable("nothing runs here")
    }
  }

  private let raw = ["let clock = Clock()", "if clock.date > 0 {", "  print(\"late\")", "}"]

  @Test("an excerpt stands between its markers and loses the indentation all lines share")
  func bodies() {
    let excerpts = Excerpts(path: "Story.swift", text: source)
    #expect(excerpts.bodies["raw"] == raw)
    #expect(
      excerpts.bodies["managed"]
        == ["let controller = clock.kvoController", "", "// the last line"])
    #expect(excerpts.problems.isEmpty)
  }

  @Test("a block that equals its excerpt passes")
  func equal() {
    #expect(page("raw", raw).differences(of: "swift", from: truth).isEmpty)
  }

  @Test("a character that differs fails, with its line and both versions")
  func different() throws {
    var lines = raw
    lines[2] = "  print(\"Late\")"
    let problems = page("raw", lines).differences(of: "swift", from: truth)
    let problem = try #require(problems.first)
    #expect(problem.line == 5)
    #expect(problem.message.contains("here:   \"  print(\"Late\")\""))
    #expect(problem.message.contains("source: \"  print(\"late\")\""))
    #expect(problem.message.contains("make lessons"))
  }

  @Test("a space at a line's end, a line too few and a line too many fail")
  func smallDifferences() {
    for lines in [raw.dropLast() + ["} "], raw.dropLast(), raw + [""]] {
      #expect(page("raw", Array(lines)).differences(of: "swift", from: truth).count == 1)
    }
  }

  @Test("a listing in Objective-C is compared and updated like one in Swift")
  func objectiveC() {
    let text = page("raw", raw).lines.joined(separator: "\n").replacing("```swift", with: "```objc")
    let old = Page(path: "page.md", text: text.replacing("late", with: "Late") + "\n")
    #expect(old.differences(of: "objc", from: truth).count == 1)
    #expect(old.updated(from: truth).differences(of: "objc", from: truth).isEmpty)
  }

  @Test("an unknown file, an unknown name and a missing comment fail")
  func unknown() {
    let pages = [
      page("raw", raw, file: "Tale.swift"), page("rare", raw),
      Page(path: "page.md", text: "```swift\nlet clock = Clock()\n```\n"),
      Page(path: "page.md", text: "<!-- snippet: Story.swift -->\n```swift\n```\n"),
    ]
    let messages = pages.flatMap { $0.differences(of: "swift", from: truth) }.map(\.message)
    #expect(messages.count == 4)
    #expect(messages[0].contains("no source file Tale.swift"))
    #expect(messages[1].contains("no snippet \"rare\"; it has: managed, raw"))
    #expect(messages[2].contains("needs a comment"))
    #expect(messages[3].contains("needs a comment"))
  }

  @Test("an excerpt that no page shows is reported")
  func unused() {
    let problems = unusedExcerpts(of: truth.sources, in: [page("raw", raw)])
    #expect(
      problems.map(\.description) == [
        "Story.swift:9: no page shows snippet.managed: show it, <!-- snippet: Story.swift#managed -->, or remove its two "
          + "markers"
      ])
  }

  @Test("markers that do not pair are reported")
  func markers() {
    func problems(_ lines: String...) -> [String] {
      Excerpts(path: "a.swift", text: lines.joined(separator: "\n")).problems.map(\.message)
    }
    let (raw, other, end) = ("// snippet.raw", "// snippet.other", "  // snippet.end")
    #expect(problems(raw, end, raw, end) == ["a second snippet with the name raw"])
    #expect(problems(raw, other, end) == ["snippet.other begins inside snippet.raw"])
    #expect(problems(end) == ["snippet.end without a snippet before it"])
    #expect(problems(raw) == ["snippet.raw never ends"])
    #expect(problems(raw, end, other, end) == [])
  }

  @Test("updating writes the excerpt, and a block without a truth stays as it is")
  func update() {
    let old = page("raw", ["let clock = 0"])
    #expect(old.updated(from: truth).lines == page("raw", raw).lines)
    let lost = page("rare", ["let clock = 0"])
    #expect(lost.updated(from: truth).lines == lost.lines)
  }

  @Test("updating several blocks keeps each in its place")
  func updateSeveral() {
    let first = page("raw", []).lines + ["Then:"]
    let second = page("managed", ["a", "b", "c", "d", "e"]).lines
    let both = Page(path: "page.md", text: (first + second).joined(separator: "\n") + "\n")
    let updated = both.updated(from: truth)
    #expect(!both.differences(of: "swift", from: truth).isEmpty)
    #expect(updated.differences(of: "swift", from: truth).isEmpty)
    #expect(updated.prose.map(\.text) == ["Then:"])
  }
}
