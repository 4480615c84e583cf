import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Harness

/// A reader's mediator, drawn and in every order: `scenarios play` and `scenarios orders --mine`.
@Suite("A reader's mediator, played", .watched) struct OwnOrdersTests {
  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(
      try BuiltScenarios.url, arguments, environment: ["COLUMNS": "80"], in: try PackageRoot.find(),
      output: .together)
  }

  @Test("the last step ends well in every order, as the controller that is bound to both lives does") func last() throws
  {
    let run = try run("orders", "--mine", "Lessons/Build/8-both-lives.swift")
    let rows = run.output.split(separator: "\n").filter { $0.contains("orders: ") }
    #expect(run.status == 0 && rows.count == 6, "\(run.output)")
    #expect(rows.allSatisfy { $0.hasSuffix("orders: all end well") }, "\(run.output)")
    let counts = rows.map { $0.split(separator: " ").first { Int($0) != nil } }
    #expect(counts[1] == counts[2] && counts[4] == counts[5])
  }

  @Test("a mediator that ends nothing by itself dies in some, and the shortest is shown") func second() throws {
    let run = try run("orders", "clock", "--mine", "Lessons/Build/2-token.swift")
    #expect(run.output.contains(" die, ") && run.output.contains("The shortest order that dies (--play "))
    #expect(run.output.contains("view.controller.observe(clock, \"date\")"))
  }

  @Test("a mediator that keeps what has ended has no table, and two orders say why") func kept() throws {
    let url = try PackageRoot.find().appendingPathComponent("Lessons/Build/2-token.swift")
    let token = try String(contentsOf: url, encoding: .utf8)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let keeping = token.replacing("guard let object else { return }", with: "guard let object, !isOver else { return }")
      .replacing("      self.object = nil\n", with: "      isOver = true\n")
      .replacing("    let keyPath: String\n", with: "    let keyPath: String\n    private var isOver = false\n")
    try keeping.write(to: file, atomically: true, encoding: .utf8)
    let run = try run("orders", "clock", "--mine", file.path)
    #expect(run.status == 0 && run.output.contains("There is no table of states"), "\(run.output)")
    #expect(run.output.contains("The shortest order that dies (--play "))
    #expect(run.output.matches(of: #/(?m)^  1  /#).count >= 2)
  }

  @Test("play draws it with a story") func drawn() throws {
    let run = try run("play", "Lessons/Build/8-both-lives.swift")
    #expect(run.status == 0 && run.output.contains("the mediator is added, for buffered"), "\(run.output)")
    #expect(run.output.contains("registrations left: 0"))
  }

  @Test("what it cannot play is refused")
  func refused() throws {
    let solution = "Lessons/Build/8-both-lives.swift"
    #expect(try run("orders", "self", "--mine", solution).status == 64)
    #expect(try run("orders", "clock", "--style", "by-hand", "--mine", solution).status == 64)
    #expect(try run("orders", "--mine", "no-such-file.swift").status == 66)
    let other = try run("orders", "--mine", "Lessons/Solutions/04-missing-remove.swift")
    #expect(other.status == 66 && other.output.contains("enum Attempt: MediatorExercise"), "\(other.output)")
  }
}
