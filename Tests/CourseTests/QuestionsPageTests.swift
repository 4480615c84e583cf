import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Course
@testable import Harness
@testable import Recording

/// The page's text. How it looks and folds is tested in a browser: Scripts/questions-test.
@Suite("The page of questions", .watched)
struct QuestionsPageTests {
  /// The text of a part of the page, without its elements.
  private func plain(_ html: some StringProtocol) -> String {
    String(html).replacing(/<[^>]*>/, with: " ").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func words(_ text: String) -> String {
    text.replacing("`", with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("every question is there, with its code and its answers, and without its title")
  func questions() throws {
    let traces = try Tracing.all.map { tracing in
      let run = try #require(
        try RecordedRuns.all.first { $0.pitfall == tracing.pitfall.id && $0.act == tracing.act && $0.era == "classic" })
      return Question.traced(try Trace(of: tracing, in: run))
    }
    let questions = Pitfall.all.map { Question.choice($0) } + traces
    #expect(questions.count == Question.names(of: Pitfall.all).count)
    let html = try QuestionsPage.html(questions, root: "../")
    for part in ["/*style*/", "/*contents*/", "/*questions*/", "src=", "https:", "<script"] {
      #expect(!html.contains(part), "\(part)")
    }
    for question in questions {
      let id = question.name.replacing("/", with: "-")
      let start = try #require(html.range(of: "<article aria-labelledby=\"\(id)\">"))
      let article = html[start.upperBound...].prefix(
        upTo: try #require(html[start.upperBound...].range(of: "</article>")).lowerBound)
      let text = plain(article)
      let choices =
        if case .choice(let pitfall, _) = question { pitfall.prediction.choices } else { [] as [Prediction.Choice] }
      for part in [question.text] + choices.flatMap({ [$0.text, $0.because] }) + question.choices {
        #expect(text.contains(words(part)), "\(question.name): \(part)")
      }
      for (number, line) in try question.code().flatMap(\.forQuestion) where !line.isEmpty {
        #expect(text.contains("\(number) \(words(line).replacing("`", with: " "))"), "\(question.name): \(line)")
      }
      #expect(article.ranges(of: "<details class=\"right\">").count == 1)
      #expect(article.ranges(of: "<details").count == max(1, choices.count))
      #expect(!text.contains(words(question.pitfall.title)), "\(question.name) shows its title")
    }
  }

  @Test(
    "what is written replaces no file of the reader's, also behind a link",
    arguments: ["quiz OPT-4 --page", "run REG-1 --act 1 --record"])
  func readersFile(_ words: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (own, link) = (folder.appending(path: "own.swift"), folder.appending(path: "link.html"))
    try "let clock = 1\n".write(to: own, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: own)
    for file in [own, link] {
      let run = try BuiltScenarios.run(words.split(separator: " ").map(String.init) + [file.path])
      #expect(run.exitCode == 73 && run.output.isEmpty)
      #expect(run.errors.contains("was not written by this program. Remove it, or name another file."), "\(run.errors)")
      #expect(try String(contentsOf: own, encoding: .utf8) == "let clock = 1\n")
    }
    // An empty file, and what the verb has written itself.
    try "".write(to: own, atomically: false, encoding: .utf8)
    for _ in 1...2 {
      #expect(try BuiltScenarios.run(words.split(separator: " ").map(String.init) + [own.path]).exitCode == 0)
    }
  }

  @Test("the verb writes what it is asked for, and records what it needs")
  func verb() throws {
    let page = try BuiltScenarios.run("quiz", "OPT-4", "--page", "-")
    #expect(page.exitCode == 0 && page.errors.isEmpty)
    #expect(page.output.contains("id=\"OPT-4\"") && page.output.contains("id=\"OPT-4-calls\""))
    #expect(page.output.ranges(of: "<article").count == 2)
    #expect(page.output.contains("href=\"Lessons/\(try #require(Pitfall.named("OPT-4")).card)\""))
  }
}
