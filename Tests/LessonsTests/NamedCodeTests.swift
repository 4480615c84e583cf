import Testing

/// The names that pages, comments and scripts have of this repository's code.
@Suite("Names of code", .watched)
struct NamedCodeTests {
  private static let swift = ["Sources", "Tests", "Fuzz", "Lessons"].flatMap {
    Repository.files(in: $0, endingIn: ".swift")
  }
  private static let scripts =
    ["Makefile", ".ci/run"]
    + Repository.paths.filter { $0.hasPrefix("Scripts/") && !$0.contains("templates") && $0 != "Scripts/templates" }
    + Repository.files(in: ".github/workflows", endingIn: ".yml")

  /// Each word of the code, without comments and strings.
  private static let words = Set(
    swift.compactMap { try? Repository.text(of: $0) }.flatMap { SwiftFile.words(of: $0) })

  /// The options of the scripts, of `benchmarks` and of `swift test`.
  private static let otherOptions: Set<String> = {
    let files = scripts + Repository.files(in: "Sources/Benchmarks", endingIn: ".swift")
    return Set(
      files.compactMap { try? Repository.text(of: $0) }.flatMap { text in
        text.matches(of: /--[a-z][a-z-]+/).map { String($0.0) }
      })
  }()

  private static let comments = swift.flatMap { path in
    NamedCode.comments(of: (try? Repository.lines(of: path)) ?? [], in: path)
  }

  @Test("every type that a page has in code font is in the code", arguments: Book.pages)
  func types(_ page: Page) {
    expectNone(NamedCode.code(on: page).flatMap { NamedCode.unknownTypes(in: $0, known: Self.words) })
  }

  @Test("every type that a comment has in code font is in the code")
  func typesInComments() {
    let code = Self.comments.flatMap { NamedCode.code(in: $0) }
    #expect(code.count > 500)
    expectNone(code.flatMap { NamedCode.unknownTypes(in: $0, known: Self.words) })
  }

  @Test("every call and option of ./scenarios that a page has in code font is one that it takes", arguments: Book.pages)
  func calls(_ page: Page) {
    expectNone(ProgramCommands.problems(in: page, otherOptions: Self.otherOptions))
  }

  @Test("every file that a page has in code font is there", arguments: Book.pages)
  func files(_ page: Page) {
    expectNone(NamedCode.code(on: page).flatMap { NamedCode.unknownFiles(in: $0, all: Repository.paths) })
  }

  @Test("every file that a comment or a script names is there")
  func filesInComments() throws {
    var places = Self.comments
    for path in Self.scripts {
      for (index, line) in try Repository.lines(of: path).enumerated() {
        places.append(NamedCode.Place(path: path, line: index + 1, text: line[...]))
      }
    }
    expectNone(places.flatMap { NamedCode.unknownFiles(in: $0, all: Repository.paths) })
  }

  @Test("every suite and every verb that a script names is there")
  func scripts() throws {
    for path in Self.scripts {
      let lines = try Repository.lines(of: path)
      expectNone(NamedCode.unknownSuites(inScript: lines, at: path, tests: Book.testNames))
      expectNone(NamedCode.unknownVerbs(inScript: lines, at: path, verbs: Book.shell.verbs))
    }
  }

  @Test("the list of what the coverage does not see fits the sources")
  func notCovered() throws {
    let path = "Tests/not-covered.txt"
    expectNone(
      NamedCode.unknownLines(inList: try Repository.lines(of: path), at: path) { try? Repository.lines(of: $0) })
  }

  @Test("every file of tests on threads has a suite of its name, by which Scripts/tsan chooses it")
  func suitesOnThreads() throws {
    let files = Repository.files(in: "Tests", endingIn: "Tests.swift").filter {
      $0.contains(/(Thread|Race)Tests\.swift$/)
    }
    #expect(files.count > 5)
    for path in files {
      let name = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      if try !Repository.text(of: path).contains(" \(name) {") {
        let message = "no suite here is called \(name): give the file and the suite the same name"
        expectNone([Problem(page: path, line: 1, message: message)])
      }
    }
  }

  // MARK: The checks themselves

  private func place(_ text: String) -> NamedCode.Place {
    NamedCode.Place(path: "page.md", line: 3, text: text[...])
  }

  @Test("a type that is not in the code is found; one of Apple's, a path and a word in small letters are not types")
  func unknownTypes() {
    let found = ["Clock<Int>", "Bell.ring", "NSObject", "Sources/Gone", "REG-1", "self.Tower", "Array<Hand>"].map {
      NamedCode.unknownTypes(in: place($0), known: ["Clock", "Array", "Int"]).count
    }
    #expect(found == [0, 1, 0, 0, 0, 0, 1])
    let page = Page(path: "page.md", text: "A `Clock` and ``Bell``.\n\n```sh\n`Hand`\n```\n")
    #expect(NamedCode.code(on: page).map(\.text) == ["Clock", "Bell"])
    let comments = NamedCode.comments(of: ["let a = `b` // a `Clock`", "let c = 1"], in: "a.swift")
    #expect(comments.flatMap { NamedCode.code(in: $0) }.map(\.text) == ["Clock"])
  }

  @Test("a file that is not there is found, with the place where it is now")
  func unknownFiles() {
    let paths: Set = ["Sources/New/Clock.swift", "Scripts/fuzz"]
    func found(_ text: String) -> [String] {
      NamedCode.unknownFiles(in: place(text), all: paths).map(\.description)
    }
    #expect(found("Scripts/fuzz, Clock.swift, Sources/New/Clock.swift, Lessons/NN-name.md") == [])
    #expect(
      found("Sources/Old/Clock.swift")
        == [
          "page.md:3: there is no Sources/Old/Clock.swift; if it has moved, write where it is now: Sources/New/Clock.swift"
        ])
    #expect(found("Scripts/fuss and Bell.swift").count == 2)
  }

  @Test("a call that the program refuses is found")
  func refusedCalls() {
    #expect(ProgramCommands.objection(to: ["run", "REG-1", "--timeline"]) == nil)
    #expect(ProgramCommands.objection(to: ["double-add", "--raw"]) == nil)
    #expect(ProgramCommands.objection(to: ["run"]) == nil)
    #expect(ProgramCommands.objection(to: ["--version"]) == nil)
    #expect(ProgramCommands.objection(to: ["run", "REG-1", "--timelime"])?.contains("'--timelime'") == true)
    #expect(ProgramCommands.objection(to: ["rum", "REG-1"])?.contains("no verb \"rum\"") == true)
    let page = Page(path: "page.md", text: "`./scenarios rum`, `--raw`, `--check` and `--row`\n")
    let found = ProgramCommands.problems(in: page, otherOptions: ["--check"])
    #expect(found.count == 2)
  }

  @Test("a suite, a verb and a line that are not there are found")
  func unknownNames() {
    let lines = [
      "skipped='ClockTests|BellTests'", "skipped=\"$skipped|T\\.(Run|Stop)Tests\"", "  need leaks", "make tea",
    ]
    let tests = ["T.ClockTests/ticks", "T.RunTests/runs"]
    let suites = NamedCode.unknownSuites(inScript: lines, at: "Scripts/a", tests: tests)
    #expect(suites.map(\.line) == [1, 2])
    #expect(suites.last?.message.hasPrefix("no suite matches T\\.StopTests.") == true)
    #expect(NamedCode.alternatives(of: "a|x(b|c)y|d") == ["a", "xby", "xcy", "d"])
    #expect(NamedCode.unknownVerbs(inScript: lines, at: "Scripts/a", verbs: ["leaks"]).map(\.line) == [4])
    let list = ["Sources/A.swift", "  here", "    Reason.", "  gone", "    Reason.", "Sources/B.swift", "  any"]
    let found = NamedCode.unknownLines(inList: list, at: "list.txt") { $0 == "Sources/A.swift" ? ["    here"] : nil }
    #expect(found.map(\.line) == [4, 6])
  }
}
