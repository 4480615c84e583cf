import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Harness

@Suite("Reading in the terminal", .watched)
struct ReadingTests {
  private static let samples = Area.allCases.compactMap { area in Pitfall.all.first { $0.area == area } }

  @Test("each pitfall has code to show of both sides", arguments: Pitfall.all)
  func code(_ pitfall: Pitfall) throws {
    for side in [Side.raw, .managed] {
      let excerpts = try CodeExcerpt.all(of: side, in: pitfall)
      #expect(!excerpts.isEmpty, "\(side)")
      for excerpt in excerpts {
        let source = try PackageRoot.lines(of: excerpt.path)
        for (offset, line) in excerpt.lines.enumerated() {
          #expect(source[excerpt.firstLine - 1 + offset].hasSuffix(line))
        }
      }
    }
  }

  @Test("show has every line of the code with its number, beside each other where there is room", arguments: samples)
  func show(_ pitfall: Pitfall) throws {
    let shown = try BuiltScenarios.run("show", pitfall.name)
    #expect(shown.exitCode == 0 && shown.errors.isEmpty && shown.output.contains("\n\(pitfall.source)\n"))
    for side in [Side.raw, .managed] {
      for excerpt in try CodeExcerpt.all(of: side, in: pitfall) {
        for (offset, line) in excerpt.lines.enumerated() where !line.isEmpty {
          #expect(shown.lines.contains { $0.drop { $0 == " " } == "\(excerpt.firstLine + offset) \(line)" })
        }
      }
    }
    for columns in [50, 80, 120] {
      let narrow = try BuiltScenarios.run(columns: columns, "show", pitfall.id)
      #expect(narrow.lines.allSatisfy { $0.count <= columns || !$0.contains(" ") })
      #expect(narrow.output.contains(" │ ") == (columns == 120))
    }
  }

  @Test("a card and a lesson are readable at every width, without the marks of Markdown", arguments: samples)
  func pages(_ pitfall: Pitfall) throws {
    for arguments in [["card", pitfall.id], ["lesson", pitfall.id], ["lesson", "\(pitfall.lesson.number)"]] {
      for columns in ["50", "100"] {
        let page = try BuiltScenarios.shell("COLUMNS=\(columns) scenarios \(arguments.joined(separator: " "))")
        #expect(page.exitCode == 0 && page.errors.isEmpty)
        // Code and transcripts are as they are, and so are the names of files.
        let prose = page.lines.filter { !$0.hasPrefix("    ") }
        for mark in ["<!--", "```", "**", "](", "<details>", "<summary>"] {
          #expect(!prose.contains { $0.contains(mark) }, "\(arguments): \(mark)")
        }
        let wide = prose.filter { $0.contains(" ") && $0.count > Int(columns)! }
        #expect(wide.isEmpty, "\(wide)")
      }
    }
  }

  @Test("what a page folds away is shown when it is asked for")
  func folded() throws {
    // The first lesson that folds the answer of a prediction away.
    let answers = try Lesson.allCases.map { lesson in
      try PackageRoot.lines(of: "Lessons/\(lesson.rawValue)").joined(separator: " ")
        .firstMatch(of: /<\/summary>\s*\*\*(\d\. \S+ \S+)/)?.1
    }
    let lesson = try #require(Lesson.allCases.first { answers[$0.number] != nil })
    let answer = try #require(answers[lesson.number])
    let folded = try BuiltScenarios.run("lesson", "\(lesson.number)").output
    #expect(folded.contains("(--unfold shows it)"))
    let unfolded = try BuiltScenarios.run("lesson", "\(lesson.number)", "--unfold").output
    #expect(unfolded.ranges(of: answer).count > folded.ranges(of: answer).count)
  }

  @Test("code and output are broken between words, and go on further in")
  func longCode() {
    let page = ["```", "  the view is added, and is still registered with the clock", "```"]
    #expect(
      MarkdownText(Screen(width: 40), unfolded: false).lines(of: page) == [
        "      the view is added, and is still", "          registered with the clock", "",
      ])
  }

  @Test("Markdown as these pages have it")
  func markdown() {
    let page = """
      # Title

      <!-- generated: facts -->
      A **bold** word, a [link](page.md) and
      a `name`.

      - one
      - two, which
        goes on

        | a | b |
        | --- | --- |
        | 1 | 2 |

      ```swift
      let x = 1
      ```
      <details><summary>Answer</summary>It is 1.
      </details>
      """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let lines = MarkdownText(Screen(width: 40), unfolded: false).lines(of: page)
    #expect(
      lines == [
        "Title", "", "A bold word, a link and a `name`.", "", "  - one", "  - two, which goes on", "", "a  b", "1  2",
        "", "    let x = 1", "", "▸ Answer (--unfold shows it)", "",
      ])
    let unfolded = MarkdownText(Screen(width: 40), unfolded: true).lines(of: page)
    #expect(unfolded.contains("Answer") && unfolded.contains("It is 1."))
  }
}
