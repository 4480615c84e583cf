import Exercises
import Foundation
import ProgramSupport
import Testing

@testable import Book
@testable import Course
@testable import Harness

/// The book itself: README, lessons and documentation, held against the code.
@Suite("The book", .watched)
struct BookTests {
  @Test("there is a README, a first page and lessons")
  func pagesExist() {
    let paths = Book.pages.map(\.path)
    #expect(paths.contains("README.md"))
    #expect(paths.contains("Lessons/README.md"))
    #expect(!Book.lessons.isEmpty)
    #expect(Set(Book.chapter.map(\.path)) == Set(Chapter.steps.map(\.page) + ["\(Chapter.folder)/README.md"]))
    let known = Set(
      (Book.lessons + Book.cards + Book.appendices + Book.chapter).map(\.path) + Book.documentation + Book.house
        + [
          "README.md", "Lessons/README.md", "Lessons/Pitfalls/README.md", "Lessons/ObjectiveC/README.md",
        ])
    #expect(
      paths.filter { !known.contains($0) } == [],
      "a lesson is named NN-name.md, a card Pitfalls/ID-name.md, a page to look up Appendices/name.md"
    )
  }

  @Test("the course has the lessons that the catalogue lists, each under its title")
  func course() {
    #expect(Book.lessons.map(\.name) == Lesson.allCases.map(\.rawValue))
    let titles = Book.lessons.map { $0.headings.first?.text }
    #expect(titles == Lesson.allCases.map { "\($0.number). \($0.title)" })
  }

  @Test("every page keeps every rule", arguments: Book.pages)
  func rules(_ page: Page) {
    expectNone(PageRules.problems(in: page))
  }

  @Test("every figure is what its run draws, to the byte, and no other figure is there")
  func figures() throws {
    let shown = Figures.shown(on: Book.pages)
    let figures = Figures(runs: try RecordedRuns.all)
    #expect(shown.count >= Pitfall.all.count)
    for (name, place) in shown {
      guard let drawn = try figures.drawn(name) else {
        expectNone([place.saying("the name \(name) says nothing that can be drawn")])
        continue
      }
      let kept = (try? Repository.text(of: "\(Figures.folder)/\(name)")) ?? ""
      if drawn != kept {
        let (drawn, kept) = (drawn.split(separator: "\n"), kept.split(separator: "\n"))
        let first = zip(drawn, kept).first { $0 != $1 } ?? (drawn.last ?? "", kept.last ?? "")
        expectNone([
          place.saying(
            """
            \(name) is not what the run draws; make lessons draws it. The first line that differs: \(first.0), and not \
            \(first.1)
            """)
        ])
      }
    }
    for name in try Figures.files() where shown[name] == nil {
      Issue.record("no page shows \(Figures.folder)/\(name); make lessons removes it")
    }
  }

  @Test("every excerpt that the sources offer is shown somewhere")
  func unused() {
    expectNone(unusedExcerpts(of: Book.truth.sources, in: Book.pages))
  }

  @Test("every example in a documentation comment is run by a test", arguments: ["RawObserving", "ManagedObserving"])
  func examples(_ module: String) throws {
    func trimmed(_ path: String) throws -> String {
      try Repository.lines(of: path).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let test = "Tests/\(module)Tests/DocumentationCommentTests.swift"
    let tested = try trimmed(test)
    var count = 0
    for path in Repository.files(in: "Sources/\(module)", endingIn: ".swift") {
      // Lines that are indented by four further spaces, after an empty line of the comment.
      for block in try trimmed(path).matches(of: /\/\/\/\n((?:\/\/\/(?:     .*)?\n)+)/) {
        let code = block.1.split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
          .trimmingCharacters(in: .newlines)
        count += 1
        #expect(tested.contains(code), "\(path) has an example that \(test) does not have:\n\(code)")
      }
    }
    #expect(count >= 5, "the examples are not found")
  }

  @Test("every link of the pages beside sources and tests leads somewhere")
  func linksBeside() throws {
    let paths = ["Sources", "Tests"].flatMap { Repository.files(in: $0, endingIn: ".md") }
      .filter { !$0.contains(".docc/") }
    #expect(paths.count >= 4)
    for path in paths {
      let page = Page(path: path, text: try Repository.text(of: path))
      expectNone(Links.problems(in: page, pages: Book.pages + [page], exists: Repository.exists))
    }
  }

  @Test("every lesson has at most 800 words of its own, and takes the minutes that it says", arguments: Lesson.allCases)
  func minutes(_ lesson: Lesson) throws {
    let page = try #require(Book.lessons.first { $0.name == lesson.rawValue })
    let words = Template.words(of: page)
    #expect(words <= 800, "\(page.path) has \(words) words; shorten it")
    let minutes = Template.minutes(of: page)
    let advice = "Lesson.minutes says \(lesson.minutes); it takes \(minutes)"
    #expect(abs(minutes - Double(lesson.minutes)) <= 0.6, "\(page.path): \(advice)")
    #expect(minutes <= 10, "\(page.path) takes \(minutes) minutes; shorten it")
  }

  @Test(
    "the two front pages have the path for new code, and how to follow a path",
    arguments: ["README.md", "Lessons/README.md"])
  func paths(path: String) throws {
    let page = try #require(Book.pages.first { $0.path == path })
    let text = page.prose.map(\.text).joined(separator: " ")
    // Each link in its order, and nothing but short words and marks in between.
    let links = CoursePath.new.stops.map { "(\(path == "README.md" ? "Lessons/" : "")\($0.lesson.rawValue))" }
    #expect(
      try Regex(links.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "[^()]{1,60}"))
        .firstMatch(in: text) != nil)
    for path in CoursePath.allCases {
      #expect(page.lines.contains { $0.contains("./scenarios next --path \(path.rawValue)") })
    }
  }

  @Test("README's command for its first picture draws the act of that picture")
  func firstPicture() throws {
    let text = try #require(Book.pages.first { $0.path == "README.md" }).lines.joined(separator: "\n")
    let picture = try #require(text.firstMatch(of: #/Figures/([A-Z]+-\d+)-(\d+)-playing\.svg/#))
    let command = try #require(
      text.firstMatch(of: #/scenarios run ([\w-]+) --act (\d+) --timeline +# the first picture/#))
    #expect(Pitfall.named(String(command.1))?.id == String(picture.1) && command.2 == picture.2)
  }

  @Test(
    "the parts of lessons that are on a path have the headings and the steps that it names",
    arguments: CoursePath.allCases)
  func parts(of path: CoursePath) throws {
    for stop in path.stops {
      guard let part = stop.part else { continue }
      let page = try #require(Book.lessons.first { $0.name == stop.lesson.rawValue })
      #expect(Set(part.sections).isSubset(of: page.headings.map(\.text)), "\(page.path)")
      #expect(part.steps.isSubset(of: Course.steps(of: stop.lesson).map(\.name)), "\(page.path)")
    }
  }

  @Test("every pitfall has a card, and every card a pitfall")
  func pitfallsHaveCards() {
    expectNone(PitfallReferences.unpaired(PageRules.catalogue, cards: Book.cards.map(\.path)))
  }
}
