import Testing

/// The tests that the documentation names.
@Suite("Tests that pages name", .watched)
struct TestReferencesTests {
  private static let tests = Set(
    Repository.files(in: "Tests", endingIn: ".swift").flatMap { path in
      TestReferences.tests(in: (try? Repository.text(of: path)) ?? "")
    })

  @Test("every test that a page names exists", arguments: Book.pages)
  func exist(_ page: Page) {
    expectNone(TestReferences.problems(in: page, tests: Self.tests))
  }

  @Test("the comparison proves each claim about this module")
  func comparison() throws {
    let path = "Sources/ManagedObserving/ManagedObserving.docc/Comparison.md"
    let page = try #require(Book.pages.first { $0.path == path })
    #expect(page.prose.count { $0.text.hasPrefix("| this module |") } >= 10)
    expectNone(TestReferences.unproved(in: page))
  }

  @Test("a test is a function with the attribute, in the suite above it")
  func tests() {
    let source = """
      struct Clock {}
      @Suite("Clocks") final class ClockTests {
        enum Hour: CaseIterable { case noon }
        @Test("they tick", arguments: [1])
        private func tick(count: Int) {}
        func tock() {}
        @Test func rings() {}
      }
      """
    #expect(TestReferences.tests(in: source) == ["ClockTests/tick", "ClockTests/rings"])
  }

  @Test("a name that is no test, and a row without one, are found")
  func problems() {
    let page = Page(
      path: "page.md",
      text: """
        | who | what |
        | --- | --- |
        | this module | ticks: `ClockTests/tick`, `ClockTests/tock` |
        | this module | rings |
        | another | `Clocks/tick` |
        """)
    let found = TestReferences.problems(in: page, tests: ["ClockTests/tick"])
    #expect(found.map(\.description).map { $0.prefix(43) } == ["page.md:3: there is no test ClockTests/tock"])
    #expect(TestReferences.unproved(in: page).map(\.line) == [4])
  }
}
