import Exercises
import Foundation
import Testing

@testable import Book
@testable import Course
@testable import Harness

/// No page gives an answer away before it asks.
@Suite("Questions and what stands before them", .watched)
struct GivenAwayTests {
  /// For each question of a lesson, words that tell its answer.
  private static var tells: [String: [Regex<Substring>]] {
    [
      "REG-3": [/dies at/, /not handled/],
      "REG-2": [/\b(?:3|three) times\b/, /\btwice\b/],
      "LIF-3": [/\bdies when/, /sent to deallocated/],
      "CTX-1": [/\b(?:4|four) times\b/, /\bfour calls\b/],
      "THR-1": [/thread that (?:sets|made)/],
      "THR-4": [/six times/, /inside its own call/],
      "MOD-11": [/after all three/],
      "MOD-28": [/on its way/, /still wanted/],
      "OPT-1": [/\bno (?:new )?value/],
      "KEY-1": [/shows? 5\b/, /the setter (?:announces|calls)/],
      "COL-4": [/carr(?:y|ies) only/, /\b0 of 1\b/],
      "MED-5": [/\binitial call comes\b/, /controller is (?:released|deallocated)/],
      "MED-1": [/\bleak/, /never freed/, /retain cycle/, /never runs/],
      "MED-7": [/ever remove/],
      "MOD-5": [/\bus(?:es|ed) .*\bup\b/, /\bfirst (?:set|change)\b/],
      "MOD-2": [/retain cycle/, /until the token is cancelled/],
    ]
  }

  private static let asked = Lesson.allCases.filter { $0.prediction != nil }

  /// The page of a lesson, and the number of the line where its question begins.
  private func page(of lesson: Lesson) throws -> (page: Page, question: Region) {
    let page = try #require(Book.lessons.first { $0.name == lesson.rawValue })
    return (page, try #require(page.regions.first { $0.name == "prediction" }))
  }

  @Test("no heading and no line before the question has words of the answer", arguments: asked)
  func words(_ lesson: Lesson) throws {
    let id = try #require(lesson.prediction?.id)
    let (page, question) = try page(of: lesson)
    let before = Self.paragraphs(of: page.lines.prefix(question.line - 1))
    let headings = page.headings.filter { $0.level > 1 }.map { (line: $0.line, text: $0.text) }
    for tell in try #require(Self.tells[id], "write which words tell the answer to \(id)") {
      for (line, text) in before + headings where text.lowercased().contains(tell) {
        Issue.record("\(page.path):\(line) tells the answer to \(id): \(text)")
      }
    }
  }

  /// The text between blank lines and comments, each part on one line, and the number of its first line.
  private static func paragraphs(of lines: ArraySlice<String>) -> [(line: Int, text: String)] {
    let isText = { (index: Int) in !lines[index].allSatisfy(\.isWhitespace) && !lines[index].hasPrefix("<!--") }
    return lines.indices.split { !isText($0) }.map { part in
      (part.startIndex + 1, part.map { lines[$0].trimmingCharacters(in: .whitespaces) }.joined(separator: " "))
    }
  }

  @Test("a phrase is found even where its line is wrapped")
  func wrapped() {
    let found = Self.paragraphs(of: ["<!-- end -->", "", "  a retain", "  cycle", "", "- two"])
    #expect(found.map(\.line) == [3, 6] && found.map(\.text) == ["a retain cycle", "- two"])
  }

  @Test("all words that tell an answer are in it, or in what the page says after it", arguments: asked)
  func areTelling(_ lesson: Lesson) throws {
    let id = try #require(lesson.prediction?.id)
    let (page, question) = try page(of: lesson)
    let after = Self.paragraphs(of: page.lines.dropFirst(question.line)).map { $0.text.lowercased() }
    for (number, tell) in zip(1..., try #require(Self.tells[id])) {
      #expect(after.contains { $0.contains(tell) }, "\(page.path) does not say number \(number)")
    }
  }

  @Test("no transcript and no figure of the act is shown before its question", arguments: asked)
  func outputs(_ lesson: Lesson) throws {
    let pitfall = try #require(lesson.prediction)
    let (page, question) = try page(of: lesson)
    let earlier = Book.lessons.prefix(lesson.number).map { ($0, $0.lines.count) } + [(page, question.line)]
    let front = Book.pages.filter { ["README.md", "Lessons/README.md"].contains($0.path) }.map { ($0, $0.lines.count) }
    for (page, end) in earlier + front {
      for (index, line) in page.lines.prefix(end).enumerated() {
        let isShown = shows(line, pitfall)
        if isShown {
          Issue.record("\(page.path):\(index + 1) shows \(pitfall.id), which lesson \(lesson.number) asks about")
        }
      }
    }
  }

  /// Whether the line has the act that answers the question: a run of it, or of all acts of its side, or a figure.
  private func shows(_ line: String, _ pitfall: Pitfall) -> Bool {
    let act = pitfall.prediction.act
    if line.contains("Figures/\(pitfall.id).svg") || line.contains("Figures/\(pitfall.id)-\(act).svg") { return true }
    let names = [pitfall.id, pitfall.name].map { "scenarios run \($0)" }
    guard line.hasPrefix("$ ") || line.hasPrefix("./"), names.contains(where: line.contains) else { return false }
    return line.contains("--act") ? line.contains("--act \(act)") : !line.contains("--managed")
  }

  @Test("no lesson shows a run or a figure of what one of the ten questions asks", arguments: CoursePath.allCases)
  func ten(of path: CoursePath) {
    for pitfall in Quiz.pairs(of: path).flatMap({ [$0.before, $0.after] }).compactMap(Pitfall.named) {
      for page in Book.lessons {
        for (index, line) in page.lines.enumerated() where shows(line, pitfall) {
          Issue.record("\(page.path):\(index + 1) shows \(pitfall.id), one of the ten of \(path.title)")
        }
      }
    }
  }

  @Test("an act, all acts and a side are found in a line, and other acts are not")
  func lines() throws {
    let pitfall = try #require(Pitfall.named("REG-3"))
    for words in ["REG-3", "REG-3 --act 1", "unhandled-callback --raw"] {
      #expect(shows("$ ./scenarios run \(words)", pitfall))
    }
    for words in ["REG-3 --act 2", "REG-3 --managed", "REG-1"] {
      #expect(!shows("$ ./scenarios run \(words)", pitfall))
    }
    #expect(shows("![x](Figures/REG-3-1.svg)", pitfall) && !shows("![x](Figures/REG-3-2.svg)", pitfall))
  }

  @Test("the first page runs nothing that answers a question of the course")
  func firstPage() throws {
    let page = try #require(Book.pages.first { $0.path == "README.md" })
    for line in page.lines { #expect(!line.contains("run --all"), "\(line)") }
  }

  // A step of "Build a mediator" begins with the step before, so it has no start of its own.
  @Test(
    "neither a start nor a hint has a list that the solution names", arguments: Exercise.all.filter { $0.step == nil })
  func lists(_ exercise: Exercise) throws {
    func lines(_ path: String) throws -> [String] { try Repository.lines(of: path) }
    let start = try lines("Lessons/Exercises/\(exercise.base.file)")
    let named = try lines("Lessons/Solutions/\(exercise.file)")
      .filter { $0.contains("static let ") && !start.contains($0) }
    for numbers in named.map({ $0.matches(of: #/\d+/#).map { String($0.0) } }) where numbers.count > 1 {
      for text in [start.filter { $0.hasPrefix("//") }.joined(separator: " ")] + exercise.hints {
        let found = text.matches(of: #/\d+/#).map { String($0.0) }
        #expect(!found.joined(separator: " ").contains(numbers.joined(separator: " ")), "\(text)")
      }
    }
  }

  @Test("a card asks before it says anything else", arguments: Book.cards)
  func cards(_ card: Page) throws {
    let first = try #require(card.regions.first)
    #expect(first.name == "title" && first.line == 1)
    #expect(card.lines.dropFirst(first.lastLine).first { !$0.isEmpty }?.hasPrefix("**Predict**") == true)
  }
}
