@testable import Book
import Testing

/// The rules for blocks, commands, links, lessons and pitfalls, on small pages of their own.
@Suite("Rules of the book", .watched)
struct RulesTests {
  private let shell = ShellCommands(
    makefile:
      "build: ## build it\n\tswift build\nhidden:\n\ttrue\nleaks: build ## look for leaks\n",
    tests: ["RawObservingTests.RegistrationTests/twice"])

  private func blockProblems(_ text: String) -> [String] {
    BlockRules.problems(in: Page(path: "page.md", text: text), shell: shell).map(\.message)
  }

  @Test("a block of an unknown kind fails")
  func unknownKind() {
    #expect(blockProblems("```json\n{}\n```\n").count == 1)
    #expect(blockProblems("```\nplain\n```\n").count == 1)
  }

  @Test("a text block needs a reason")
  func text() {
    #expect(blockProblems("```text\nhello\n```\n").count == 1)
    #expect(blockProblems("<!-- text: a message of macOS -->\n```text\nhello\n```\n").isEmpty)
  }

  @Test(
    "commands that a page may show",
    arguments: [
      "make", "make build", "make build leaks", "./scenarios run --all", "# a comment", "",
      "swift run -c release scenarios run MED-9",
      "swift test", "swift test --filter RegistrationTests  # one suite", "swift build -c release",
      "git clone https://example.org/book.git", "cd book",
    ])
  func allowed(_ line: String) {
    #expect(shell.objection(to: line) == nil)
  }

  @Test(
    "commands that it may not show",
    arguments: [
      "make coffee", "make hidden", "make build coffee", "swift run benchmarks", "ls", "swift",
      "swift test --filter NoSuchTests", "swift test --filter", "git push", "sudo make build",
    ])
  func refused(_ line: String) {
    #expect(shell.objection(to: line) != nil)
  }

  @Test("prose may name only verbs that the Makefile has")
  func verbs() {
    #expect(blockProblems("Try `make leaks`, or make coffee.\n").isEmpty)
    #expect(blockProblems("Try `make leaks` or `make coffee`.\n").count == 1)
  }

  @Test("a call of ./scenarios that it refuses is found")
  func refusedCalls() {
    for words in [["run", "REG-1", "--timeline"], ["double-add", "--raw"], ["run"], ["--version"]] {
      #expect(ProgramCommands.objection(to: words) == nil)
    }
    let page = Page(path: "page.md", text: "`./scenarios rum`, `scenarios run REG-1 --timelime`, `./scenarios list`\n")
    #expect(ProgramCommands.problems(in: page).count == 2)
  }

  @Test("a word that is ruled out is found in prose, and not in code or in a generated part")
  func ruledOut() {
    let text = "Nobody.\n```sh\nnobody\n```\n<!-- generated: a -->\nnobody\n<!-- end -->\n`nobody` simply\n"
    #expect(RuledOut.problems(in: Page(path: "page.md", text: text)).map(\.line) == [1, 8])
  }

  // MARK: Links

  private func linkProblems(_ text: String) -> [String] {
    let page = Page(path: "Lessons/01-one.md", text: text)
    let other = Page(path: "README.md", text: "# Start\n\n## Where to go\n")
    let files: Set = ["Lessons/01-one.md", "README.md", "Sources", "Sources/Clock.swift"]
    return Links.problems(in: page, pages: [page, other], exists: files.contains).map(\.message)
  }

  @Test(
    "links that lead somewhere",
    arguments: [
      "[a](../README.md)", "[a](../README.md#where-to-go)", "## Here\n[a](#here)",
      "[a](https://example.org/x#y)", "![a](../Sources/Clock.swift)", "[a](../Sources/)",
      "[a][b] and [b][]\n\n[b]: ../README.md", "[a](../README.md \"the start\")",
      "`[a](nowhere.md)` and ``x[1](2)``", "[over two\nlines](../README.md)",
    ])
  func goodLinks(_ text: String) {
    #expect(linkProblems(text) == [])
  }

  @Test(
    "links that lead nowhere",
    arguments: [
      "[a](README.md)", "[a](../README.md#nowhere)", "[a](#here)", "[a](../../README.md)",
      "[a](/README.md)", "[a]()", "[a](../Sources/Clock.swift#L3)", "[a][b]",
      "[b]: nowhere.md", "[a](../README.md) and [b](nowhere.md)",
    ])
  func badLinks(_ text: String) {
    #expect(linkProblems(text).count == 1)
  }

  // MARK: Lessons

  private func lesson(_ headings: [String], regions: String = Self.regions) -> Page {
    Page(
      path: "Lessons/03-every-add-needs-its-remove.md",
      text: "# A title\n\n" + headings.map { "## \($0)\n\n" }.joined() + "\n" + regions)
  }

  private static let regions = Template.regionsOfLesson.map { "<!-- generated: \($0) -->\n<!-- end -->\n\n" }.joined()
  private let headings = ["Own", Template.predictionHeading] + Template.lastHeadings

  @Test("a lesson with a prediction and the headings at its end passes, its own are free")
  func template() {
    #expect(Template.problems(in: lesson(headings)) == [])
    let own = ["A\n\n### B", Template.predictionHeading, "C"] + Template.lastHeadings
    #expect(Template.problems(in: lesson(own)) == [])
  }

  @Test("a heading missing, misspelt or out of order fails, and so does a missing list of cards")
  func wrongTemplate() {
    for wrong in [headings.dropLast(), ["Own"] + headings.dropFirst(2), headings + ["Goal"]] {
      #expect(Template.problems(in: lesson(Array(wrong))).count == 1)
    }
    #expect(Template.problems(in: lesson(headings.reversed())).count == 1)
    #expect(Template.problems(in: lesson(headings, regions: "")).isEmpty == false)
    #expect(Template.titleProblems(in: Page(path: "page.md", text: "# A title\n\n# Another title\n")).count == 1)
  }

  // MARK: Cards

  private static let excerpt = "<!-- snippet: Sources/DoubleAdd.swift#raw -->\n```swift\n```\n"
  private static let transcript = "<!-- transcript -->\n```console\n$ ./scenarios run REG-1 --raw\n```\n"

  private func card(_ body: (String) -> String = { $0 + "\nWords.\n" }) -> Page {
    func region(_ name: String) -> String { "<!-- generated: \(name) -->\nA part.\n<!-- end -->\n" }
    let parts = [
      "The mistake": Self.excerpt + "\n" + Self.transcript, "The remedy": Self.excerpt + "\n" + region("figure"),
    ]
    let sections = Template.headingsOfCard.map { "## \($0)\n\n" + body(parts[$0] ?? "") }
    return Page(
      path: "Lessons/Pitfalls/REG-1-double-add.md",
      text: "# A title\n\n" + region("title") + region("links") + sections.joined(separator: "\n"))
  }

  private func problems(_ card: Page) -> [String] {
    Template.problems(inCard: card, id: "REG-1").map(\.message)
  }

  @Test("a card with all its parts passes")
  func wholeCard() { #expect(problems(card()) == []) }

  @Test("a card that is not written fails, once for each section")
  func unwrittenCard() { #expect(problems(card { $0 }).count == Template.headingsOfCard.count) }

  @Test("a card without its listings, its transcript, a heading or a generated part fails")
  func incompleteCard() {
    for (part, other) in [
      (Self.excerpt, ""), (Self.transcript, ""), ("REG-1", "REG-2"), ("generated: figure", "generated: figures"),
    ] {
      #expect(problems(card { "Words.\n\n" + $0.replacing(part, with: other) }).count == 1)
    }
    #expect(problems(card { "## Words\n\nWords.\n" + $0 }).isEmpty == false)
  }

  @Test("a card with more than one screen holds fails")
  func longCard() {
    for more in [Self.excerpt, Self.transcript, "![Another figure](../Figures/REG-1-1.svg)\n", "### A heading\n"] {
      #expect(!problems(card { "Words.\n\n" + $0.replacing(Self.transcript, with: Self.transcript + more) }).isEmpty)
    }
  }

  // MARK: Regions

  private func region(_ name: String, _ body: String, on path: String = "Lessons/README.md") -> Page {
    Page(path: path, text: "<!-- generated: \(name) -->\n\(body)<!-- end -->\n\nProse.\n")
  }

  @Test("a region that differs from the catalogue fails, and is brought up to date")
  func regions() {
    let old = region("lessons", "old\n")
    #expect(old.staleRegions().count == 1)
    let updated = old.withRegionsUpdated()
    #expect(updated.staleRegions() == [])
    #expect(updated.withRegionsUpdated().lines == updated.lines)
    #expect(updated.lines.last == "Prose.")
  }

  @Test("a region that the catalogue does not know, or that never ends, fails")
  func unknownRegion() {
    #expect(region("recipes", "").staleRegions().count == 1)
    #expect(region("lessons", "", on: "README.md").staleRegions().count == 1)
    #expect(Page(path: "a.md", text: "<!-- generated: fix -->\n").staleRegions().count == 1)
    #expect(Page(path: "a.md", text: "<!-- end -->\n").staleRegions().count == 1)
  }

  // MARK: Pitfalls

  private let doubleAdd = PitfallReferences.Entry(
    id: "REG-1", name: "double-add", card: "Lessons/Pitfalls/REG-1-double-add.md")

  @Test("only pitfalls and scenarios of the catalogue are named")
  func pitfalls() {
    func problems(_ text: String) -> [String] {
      PitfallReferences.problems(in: Page(path: "page.md", text: text), catalogue: [doubleAdd])
        .map(\.message)
    }
    #expect(problems("REG-1, `REG-1`, REG-1's; not BOOK-REG-9, REG-01, ISO-8859") == [])
    #expect(
      problems("REG-10 and (MED-3).") == [
        "the catalogue has no REG-10: name another pitfall, or take it out",
        "the catalogue has no MED-3: name another pitfall, or take it out",
      ])
    #expect(problems("`scenarios run double-add` or scenarios run REG-1 or --all") == [])
    #expect(problems("scenarios run --all, scenarios run NAME") == [])
    #expect(problems("scenarios run triple-add").count == 1)
    #expect(problems("```sh\n./scenarios run triple-add\n```").count == 1)
  }

  @Test("every pitfall has a card, and every card a pitfall")
  func cards() {
    func unpaired(_ cards: String...) -> Int { PitfallReferences.unpaired([doubleAdd], cards: cards).count }
    #expect(unpaired(doubleAdd.card) == 0)
    #expect(unpaired() == 1)
    #expect(unpaired(doubleAdd.card, "Lessons/Pitfalls/REG-2-other.md") == 1)
    #expect(unpaired("Lessons/Pitfalls/REG-1-other.md") == 2)
  }
}
