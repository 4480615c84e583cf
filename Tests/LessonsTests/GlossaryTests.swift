import Testing

@Suite("The glossary", .watched)
struct GlossaryTests {
  @Test("each term's first use in the lessons is a link to its entry, or is explained there")
  func firstUses() throws {
    let page = try #require(Book.pages.first { $0.path == Glossary.path })
    let others = Book.pages.filter { $0.path != Glossary.path }
    let glossary = try Glossary(page)
    #expect(glossary.entries.count > 50)
    expectNone(glossary.problems(in: page, lessons: Book.lessons, others: others))
  }

  @Test("the entries are in the order of the alphabet")
  func order() throws {
    let page = try #require(Book.pages.first { $0.path == Glossary.path })
    let terms = try Glossary(page).entries.map { $0.term.lowercased() }
    #expect(terms == terms.sorted())
  }

  // MARK: The check, on small pages

  private let page = Page(
    path: Glossary.path,
    text: "# Glossary\n\n### Observer\n\nText.\n\n### Deallocate\n<!-- forms: deallocate, is gone -->\n")

  private func problems(_ lessons: String...) throws -> [String] {
    let pages = lessons.enumerated().map { Page(path: "Lessons/0\($0)-lesson.md", text: $1) }
    return try Glossary(page).problems(in: page, lessons: pages, others: [Page(path: "README.md", text: "deallocate")])
      .map { "\($0.page):\($0.line)" }
  }

  @Test("an entry has the forms of its heading, or those of its comment")
  func entries() throws {
    let entries = try Glossary(page).entries
    #expect(entries.map(\.forms) == [["observer", "observers"], ["deallocate", "is gone"]])
    #expect(entries.map(\.anchor) == ["observer", "deallocate"])
  }

  @Test(
    "a link or bold face at the first use is enough",
    arguments: [
      "Two [observers](Appendices/glossary.md#observer), and an observer.", "An **observer** is an observer.",
      "# Observer\n\n| observer |\n\n`observer`\n\n```text\nobserver\n```\n[observer](x.md)\nThe **Observer.**",
      "An observer-like thing. [One\nobserver](Appendices/glossary.md#observer).",
    ])
  func linked(_ text: String) throws { #expect(try problems(text) == []) }

  @Test("a first use without either fails, in the first lesson that has one")
  func unlinked() throws {
    #expect(try problems("Text.\n\nAn observer.\n", "The **observer**.") == ["Lessons/00-lesson.md:3"])
    #expect(try problems("`a\nb` ![figure\nobserver](x) Observers.\n") == ["Lessons/00-lesson.md:3"])
    #expect(try problems("An **observer** is\ngone. It is\ngone.") == ["Lessons/00-lesson.md:1"])
    #expect(try problems("[It](Appendices/glossary.md#deallocate), an observer.") == ["Lessons/00-lesson.md:1"])
  }

  @Test("a term that no page uses fails")
  func unused() throws { #expect(try problems("Text.") == ["Lessons/Appendices/glossary.md:3"]) }

  @Test("the terms are listed with the lesson that uses them first")
  func rows() throws {
    let lessons = ["An **observer**.", "It is gone."].map {
      (page: Page(path: "a.md", text: $0), link: String($0.prefix(2)))
    }
    #expect(
      try Glossary(page).rows(lessons: lessons) == [
        "| page | terms |", "| --- | --- |", "| An | [Observer](#observer) |", "| It | [Deallocate](#deallocate) |",
      ])
    #expect(
      try Glossary(page).rows(lessons: []).last
        == "| cards and other pages | [Observer](#observer), [Deallocate](#deallocate) |")
  }
}
