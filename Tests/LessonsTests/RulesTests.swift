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

  @Test("a text block needs a reason, and a comment says nothing unknown")
  func text() {
    #expect(blockProblems("```text\nhello\n```\n").count == 1)
    #expect(blockProblems("<!-- text: a message of macOS -->\n```text\nhello\n```\n").isEmpty)
    #expect(blockProblems("<!-- txet: no -->\n```sh\nmake\n```\n").count == 1)
  }

  @Test("a long block needs a reason")
  func long() {
    let lines = String(repeating: "# a line\n", count: 16)
    #expect(blockProblems("```sh\n\(lines)```\n").count == 1)
    #expect(blockProblems("<!-- long: it is a table -->\n```sh\n\(lines)```\n").isEmpty)
    #expect(blockProblems("```sh\n\(lines.dropFirst(9))```\n").isEmpty)
  }

  @Test("a diagram is followed by words")
  func diagram() {
    let diagram = "```mermaid\ngraph LR\n```\n\n"
    #expect(blockProblems(diagram + "In words: a clock.\n").isEmpty)
    #expect(blockProblems(diagram + "A clock.\n").count == 1)
    #expect(blockProblems(diagram).count == 1)
  }

  @Test(
    "commands that a page may show",
    arguments: [
      "make", "make build", "make build leaks", "swift run scenarios run --all", "# a comment", "",
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

  private func lesson(_ headings: [String], words: Int = 0) -> Page {
    Page(
      path: "Lessons/01-one.md",
      text: "# A title\n\n" + headings.map { "## \($0)\n\n" }.joined()
        + String(repeating: "word ", count: words) + "\n")
  }

  private let headings = Template.headings.map { $0[0] }

  @Test("a lesson with the template's headings in order passes, sub-headings are free")
  func template() {
    #expect(Template.problems(in: lesson(headings)).isEmpty)
    let trapped = headings.map { $0.replacing("avoids it", with: "falls into its own trap") }
    #expect(Template.problems(in: lesson(trapped)).isEmpty)
    #expect(Template.problems(in: lesson(["Goal\n\n### REG-1"] + headings.dropFirst())).isEmpty)
  }

  @Test("a heading missing, added, misspelt or out of order fails")
  func wrongTemplate() {
    for wrong in [
      headings.dropLast(), headings + ["Goal"], headings.reversed(), ["Aim"] + headings.dropFirst(),
    ] {
      #expect(Template.problems(in: lesson(Array(wrong))).count == 1)
    }
  }

  @Test("only a lesson on the list may leave the mediator out")
  func withoutMediator() {
    let short = lesson(headings.filter { !$0.hasPrefix("How") })
    #expect(Template.headingProblems(in: short, mayOmitMediator: false).count == 1)
    #expect(Template.headingProblems(in: short, mayOmitMediator: true).isEmpty)
    #expect(Template.headingProblems(in: lesson(headings), mayOmitMediator: true).isEmpty)
  }

  @Test("nine hundred words are enough")
  func words() {
    let own = lesson(headings).wordCount
    #expect(Template.problems(in: lesson(headings, words: 900 - own)).isEmpty)
    #expect(Template.problems(in: lesson(headings, words: 901 - own)).count == 1)
  }

  // MARK: Pitfalls

  private let doubleAdd = PitfallReferences.Entry(
    id: "REG-1", name: "double-add", lesson: "03-pairing.md#reg-1-double-add")

  @Test("only pitfalls and scenarios of the catalogue are named")
  func pitfalls() {
    func problems(_ text: String) -> [String] {
      PitfallReferences.problems(in: Page(path: "page.md", text: text), catalogue: [doubleAdd])
        .map(\.message)
    }
    #expect(problems("REG-1, `REG-1`, REG-1's; not BOOK-REG-9, REG-01, ISO-8859") == [])
    #expect(
      problems("REG-10 and (MED-3).") == [
        "the catalogue has no REG-10", "the catalogue has no MED-3",
      ])
    #expect(problems("`scenarios run double-add` or scenarios run REG-1 or --all") == [])
    #expect(problems("scenarios run --all, scenarios run NAME") == [])
    #expect(problems("scenarios run triple-add") == ["there is no scenario \"triple-add\""])
    #expect(problems("```sh\nswift run scenarios run triple-add\n```").count == 1)
  }

  @Test("every pitfall has a heading of its own in its lesson")
  func places() {
    func homeless(_ path: String, _ heading: String) -> Int {
      PitfallReferences.homeless([doubleAdd], in: [Page(path: path, text: "### \(heading)\n")])
        .count
    }
    #expect(homeless("Lessons/03-pairing.md", "REG-1 double add") == 0)
    #expect(homeless("Lessons/03-pairing.md", "REG-1: double add") == 0)
    #expect(homeless("Lessons/03-pairing.md", "Double add") == 1)
    #expect(homeless("Lessons/04-pairing.md", "REG-1 double add") == 1)
    let vague = PitfallReferences.Entry(id: "REG-1", name: "double-add", lesson: "03-pairing.md")
    let named = PitfallReferences.Entry(id: "REG-1", name: "a", lesson: "03-pairing.md#double-add")
    let page = Page(path: "Lessons/03-pairing.md", text: "# Pairing\n\n## Double add\n")
    #expect(PitfallReferences.homeless([vague, named], in: [page]).count == 2)
  }
}
