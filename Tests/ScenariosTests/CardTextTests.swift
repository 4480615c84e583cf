import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Harness

/// The texts of a pitfall, which the program reads from its card.
@Suite("The text of a card", .watched)
struct CardTextTests {
  @Test("every card has every part", arguments: Pitfall.all)
  func complete(_ pitfall: Pitfall) throws {
    let text = try pitfall.checkedText()
    #expect(!text.why.isEmpty && !text.fix.isEmpty && text.prediction.question.hasSuffix("?"))
    #expect(text.prediction.choices.count >= 2 && text.prediction.choices.count { $0.isRight } == 1)
    #expect(text.prediction.choices.allSatisfy { !$0.text.isEmpty && !$0.because.isEmpty })
  }

  private static let lines = Result { try PackageRoot.lines(of: "Lessons/\(Pitfall.named("REG-1")?.card ?? "")") }

  private func fault(of lines: [String], acts: Int = 3) -> CardText.Fault? {
    do throws(CardText.Fault) {
      _ = try CardText(lines, of: "REG-1", acts: acts)
      return nil
    } catch {
      return error
    }
  }

  @Test("without one of its parts, a card is refused at a line of it that is not behind the first heading")
  func missing() throws {
    let lines = try Self.lines.get()
    let heading = try #require(lines.firstIndex { $0.hasPrefix("## ") })
    let end = try #require(lines.firstIndex(of: "<!-- end -->"))
    #expect(fault(of: lines) == nil)
    var paragraph = end + 1
    var count = 0
    while let first = lines[paragraph..<heading].firstIndex(where: { !$0.isEmpty }), !lines[first].hasPrefix("<!--") {
      let last = lines[first...].firstIndex(of: "") ?? lines.endIndex
      var shorter = lines
      shorter.removeSubrange(first..<last)
      let found = try #require(fault(of: shorter), "without: \(lines[first])")
      #expect((1...heading).contains(found.line), "without \(lines[first]): \(found)")
      count += 1
      paragraph = last
    }
    #expect(count == 10)
  }

  @Test(
    "what does not fit together is refused, and the message says what has to be there",
    arguments: [
      ("**2.**", "**4.**", "each choice has a number"), ("- *1.*", "- *2.*", "each choice has a number"),
      ("2. Twice.", "5. Twice.", "each choice has a number"), ("--act 1`", "--act 4`", "the acts 1 to 3"),
      ("**Remedy:**", "Remedy:", "the remedy: **Remedy:**"),
      ("both codes](#the-mistake)):", "both codes](#the-mistake))", "a colon"),
    ])
  func wrong(_ old: String, _ new: String, _ message: String) throws {
    let lines = try Self.lines.get()
    let index = try #require(lines.firstIndex { $0.contains(old) })
    var changed = lines
    changed[index] = lines[index].replacing(old, with: new)
    #expect(fault(of: changed)?.text.contains(message) == true, "\(String(describing: fault(of: changed)))")
  }

  @Test("a broken card is named with its line, and breaks no verb")
  func broken() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let (here, cards) = (try PackageRoot.find(), root.appending(path: "Lessons/Pitfalls"))
    try FileManager.default.createDirectory(at: root.appending(path: "Lessons"), withIntermediateDirectories: true)
    for path in ["Package.swift", "Sources", "Lessons/Exercises", "Lessons/Appendices"] {
      try FileManager.default.createSymbolicLink(
        at: root.appending(path: path), withDestinationURL: here.appending(path: path))
    }
    try FileManager.default.copyItem(at: here.appending(path: "Lessons/Pitfalls"), to: cards)
    let pitfall = try #require(Pitfall.named("REG-1"))
    let number = try #require(try Self.lines.get().firstIndex { $0.hasPrefix("**2.** ") })
    var lines = try Self.lines.get()
    lines.remove(at: number)
    try lines.joined(separator: "\n").write(
      to: root.appending(path: "Lessons/\(pitfall.card)"), atomically: true, encoding: .utf8)
    let message = "scenarios: Lessons/\(pitfall.card):\(number + 2): here has to be the right choice"
    for (words, isTold) in [
      ("list", false), ("list called", true), ("list --json", true), ("run REG-1", true), ("run REG-2", false),
      ("card REG-1", false), ("show REG-1", false), ("run REG-1 --json", false),
    ] {
      let run = try ChildProcess.run(
        BuiltScenarios.url, words.split(separator: " ").map(String.init),
        environment: ["SCENARIOS_ROOT": root.path], in: root)
      #expect(run.status == 0 && !run.output.isEmpty, "\(words): \(run.errors)")
      #expect(run.errors.hasPrefix(message) == isTold, "\(words): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == (isTold ? 1 : 0), "\(words)")
    }
  }
}
