import Exercises
import Foundation
import TestSupport

@testable import Book
@testable import Harness

/// Everything that has to hold of a page of the book.
enum PageRules {
  static func problems(in page: Page) -> [Problem] {
    page.staleRegions()
      + Truth.kinds.flatMap { page.differences(of: $0, from: truth) }
      + BlockRules.problems(in: page, shell: Book.shell)
      + ProgramCommands.problems(in: page)
      + unknownTests(in: page)
      + RuledOut.problems(in: page)
      + Links.problems(in: page, pages: Book.pages, exists: Repository.exists)
      + PitfallReferences.problems(in: page, catalogue: catalogue)
      + problemsOfShape(in: page)
  }

  private static func problemsOfShape(in page: Page) -> [Problem] {
    if Book.lessons.contains(where: { $0.path == page.path }) { return Template.problems(in: page) }
    if let step = Chapter.steps.first(where: { $0.page == page.path }) { return Chapter.problems(in: page, of: step) }
    if let pitfall = Pitfall.all.first(where: { "Lessons/\($0.card)" == page.path }) {
      return Template.problems(inCard: page, id: pitfall.id)
    }
    return Book.appendices.contains { $0.path == page.path } ? Template.titleProblems(in: page) : []
  }

  private static func unknownTests(in page: Page) -> [Problem] {
    page.prose.filter { $0.text.contains("Tests/") }.flatMap { line in
      line.text.matches(of: /`(\w+Tests\/\w+)`/).map { String($0.1) }.filter { !Book.tests.contains($0) }
        .map { page.problem(line.number, "there is no test \($0)") }
    }
  }

  static let catalogue = Pitfall.all.map {
    PitfallReferences.Entry(id: $0.id, name: $0.name, card: "Lessons/\($0.card)")
  }

  /// The truth of the book, for which each command runs once.
  static let truth = Truth(
    sources: Book.truth.sources, run: { try outcomes.value(for: $0.arguments) }, lines: Book.truth.lines)

  private static let outcomes = Memo { (arguments: [String]) in try Executable.run(arguments) }
}
