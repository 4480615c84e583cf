import Testing

@testable import Book

/// The reader of pages, on small pages.
@Suite("Reading Markdown", .watched)
struct MarkdownTests {
  @Test("a block has its info string, its place, its lines and the comment right above")
  func block() throws {
    let page = Page(
      path: "page.md",
      text: """
        # Title

        <!-- snippet: Sources/Clock.swift#raw; exit: 1 -->
        ```swift
        let clock = Clock()

        clock.date = 1
        ```
        """)
    let block = try #require(page.blocks.first)
    #expect(page.blocks.count == 1)
    #expect(block.info == "swift")
    #expect(block.line == 4 && block.lastLine == 8)
    #expect(block.lines == ["let clock = Clock()", "", "clock.date = 1"])
    #expect(block.snippet?.file == "Sources/Clock.swift")
    #expect(block.snippet?.name == "raw")
    #expect(block.comment?["exit"] == "1")
    #expect(page.problems.isEmpty)
  }

  @Test("a comment over several lines is one; a comment further up is not the block's")
  func comments() {
    let near = Page(path: "page.md", text: "<!-- text: a\n  reason -->\n```text\nx\n```\n")
    #expect(near.blocks.first?.comment?["text"] == "a   reason")
    let far = Page(path: "page.md", text: "<!-- text: a reason -->\n\n```text\nx\n```\n")
    #expect(far.blocks.first?.comment == nil)
  }

  @Test("prose is what stands outside blocks and comments")
  func prose() {
    let page = Page(
      path: "page.md", text: "One two\n\n<!-- three -->\n```sh\nfour\n```\n- five – six\n")
    #expect(page.prose.filter { !$0.text.isEmpty }.map(\.number) == [1, 7])
  }

  @Test("a block in a longer fence may hold a shorter one")
  func nestedFence() {
    let page = Page(path: "page.md", text: "````text\n```swift\n```\n````\n")
    #expect(page.blocks.map(\.lines) == [["```swift", "```"]])
  }

  @Test(
    "what could hide from the checks is reported",
    arguments: [
      "```swift\nlet open = 1\n", "  ```swift\n  let a = 1\n  ```\n", "~~~\ntext\n~~~\n",
      "Prose.\n\n    let indented = 1\n", "<!-- never closed\n",
    ])
  func hidden(_ text: String) {
    #expect(!Page(path: "page.md", text: text).problems.isEmpty)
  }

  @Test("the indented lines of a list are no block")
  func list() {
    let page = Page(path: "page.md", text: "1. First.\n\n    More of the first.\n\nProse.\n")
    #expect(page.problems.isEmpty)
  }

  @Test(
    "headings get the anchors that GitHub gives them",
    arguments: [
      ("REG-1 double add", "reg-1-double-add"), ("On Apple's platforms", "on-apples-platforms"),
      ("`addObserver(_:)` and back", "addobserver_-and-back"), ("Wait – what?", "wait--what"),
      ("See [the list](x.md)", "see-the-list"), ("Größe", "größe"),
    ])
  func anchors(_ heading: String, _ anchor: String) {
    let page = Page(path: "page.md", text: "## \(heading)\n\n## \(heading) ##\n")
    #expect(page.headings.map(\.anchor) == [anchor, "\(anchor)-1"])
    #expect(page.headings.map(\.level) == [2, 2])
  }

  @Test("a comment line in a block is no heading")
  func headingInBlock() {
    #expect(Page(path: "page.md", text: "```sh\n# build\n```\n").headings.isEmpty)
  }
}
