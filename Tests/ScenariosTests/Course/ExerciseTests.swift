import Console
import Exercises
import Foundation
import TestSupport
import Testing

@testable import Scenarios

@Suite("The exercises", .watched)
struct ExerciseTests {
  @Test("each has a start, a solution that says why, and attempts of both kinds", arguments: Exercise.all)
  func parts(_ exercise: Exercise) throws {
    let files = try ExerciseFiles(exercise)
    for end in try KnownAttempt.ends(of: files) {
      #expect(end.text.hasPrefix("// ") && end.text.contains("\nenum Attempt: \(exercise.protocolName) {\n"))
    }
    let others = try KnownAttempt.others(of: files)
    #expect(others.contains { $0.failure == nil })
    #expect(others.count { $0.failure != nil } >= 2)
    #expect(Set(others.map(\.name)).count == others.count)
  }

  @Test(
    "no file is left of an exercise that is gone",
    arguments: ["Lessons/Exercises", "Lessons/Solutions", "Tests/Attempts"])
  func files(_ folder: String) throws {
    let root = try PackageRoot.find()
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0 != "README.md" }.map { ($0 as NSString).deletingPathExtension }
    // The steps of "Build a mediator" have their files in Lessons/Build.
    let all = Exercise.all.filter { folder == "Tests/Attempts" || $0.step == nil }
    #expect(Set(names) == Set(all.map { ($0.file as NSString).deletingPathExtension }))
  }

  @Test("every start fails as it says, and every solution passes")
  func verify() async throws {
    // Each start and each solution is compiled, which takes 20 seconds if nothing else runs.
    let run = try await aside { try Program.shell("scenarios exercises --verify", within: 300) }
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
  }

  @Test("a difference changes the lines that it names, all counted in the text as it was")
  func applied() throws {
    let text = "a\n\n  b\nc\n"
    let list = "# A list.\nattempt one\nwhy: It is.\nfrom: start\nfails: it does\n a\n-b\n+c\n\n@@\n-c\n+d\n"
    let one = try #require(try AttemptDifference.parsed(list, in: "list").first)
    #expect(one.name == "one" && one.why == "It is." && one.isFromStart && one.failure == "it does")
    #expect(try one.applied(to: text) == "a\nc\nd\n")
    for other in ["a\nc\n", "a\nb\nc\nc\n"] {
      #expect(throws: InputError.self) { try one.applied(to: other) }
    }
  }

  @Test("a line of no known kind is named", arguments: ["why: x", "attempt one\nwhere: x", "attempt one\nfrom: x"])
  func unreadable(_ list: String) {
    let error = #expect(throws: InputError.self) { try AttemptDifference.parsed(list, in: "list") }
    #expect(error?.message.hasPrefix("list:\(list.contains("\n") ? 2 : 1): ") == true)
  }
}
