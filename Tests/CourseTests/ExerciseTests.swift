import Console
import Exercises
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Course
@testable import Harness

@Suite("The exercises", .watched)
struct ExerciseTests {
  private static let all = Exercise.all + Exercise.harder

  @Test("each has a start, a solution that says why, and attempts of both kinds", arguments: all)
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
      .filter { $0 != "README.md" }.map { $0.prefix { $0 != "." } }
    // The steps of "Build a mediator" have their files in Lessons/Build. A harder variant begins with a solution.
    let all = Self.all.filter { exercise in
      switch folder {
      case "Tests/Attempts": true
      case "Lessons/Solutions": exercise.step == nil
      default: exercise.step == nil && exercise.variant == nil
      }
    }
    #expect(Set(names) == Set(all.map { $0.file.prefix { $0 != "." } }))
  }

  @Test("two lines say what a pass proves, and no other page or text does", arguments: all)
  func proof(_ exercise: Exercise) throws {
    let files = try ExerciseFiles(exercise)
    // The task and the hints are there before the pass.
    let comment = try files.start().split(separator: "\n").prefix { $0.hasPrefix("//") }
    let task = comment.map { $0.drop { "/ ".contains($0) } }.joined(separator: " ")
    let before = [task, exercise.title, exercise.failure, exercise.step?.task ?? "", exercise.variant?.task ?? ""]
    #expect(exercise.proof.count == 2)
    for line in exercise.proof {
      #expect(line.count <= 100 && line.hasSuffix("."), "\(line)")
      let sentences = line.split(separator: ". ")
      #expect(sentences.count <= 2)
      for text in before + exercise.hints { #expect(!sentences.contains { text.contains($0) }, "\(line)") }
    }
    let others = Self.all.filter { $0.name != exercise.name }.flatMap(\.proof)
    #expect(Set(others).isDisjoint(with: exercise.proof))
  }

  @Test("no page of the course says what a pass proves")
  func proofOnPages() throws {
    let root = try PackageRoot.find().appendingPathComponent("Lessons")
    let proofs = Self.all.flatMap(\.proof)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let pages = paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
    #expect(pages.count > 100)
    for page in pages {
      let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
      #expect(!proofs.contains(where: text.contains), "\(page)")
    }
  }

  @Test("a harder variant has another check of the same file, and is no step of the course")
  func harder() throws {
    #expect(Exercise.harder.count == 5)
    for variant in Exercise.harder {
      let base = variant.base
      #expect(base.name != variant.name && base.harder?.name == variant.name && base.variant == nil)
      #expect(try ExerciseFiles(variant).path == ExerciseFiles(base).path)
      #expect(variant.protocolName == base.protocolName && variant.call("A") != base.call("A"))
      #expect(!Exercise.all.contains { $0.name == variant.name } && Exercise.named(variant.name)?.name == variant.name)
      #expect(variant.hints.count == 3)
      let passed = try KnownAttempt.others(of: ExerciseFiles(variant)).filter { $0.failure != nil }
      #expect(passed.count >= 2)
    }
  }

  @Test("the page that explains an exercise is that of the last lesson that its hints name", arguments: all)
  func explanation(_ exercise: Exercise) {
    let named = exercise.hints.flatMap { $0.matches(of: #/[Ll]esson (\d+)/#) }.compactMap { Int($0.output.1) }
    guard exercise.step == nil, exercise.name != "final-project", let latest = named.max() else { return }
    #expect(exercise.page == "Lessons/\(Course.lesson(number: latest).rawValue)")
  }

  @Test("every start fails as it says, and every solution passes")
  func verify() async throws {
    // Each start and each solution is compiled, which takes 20 seconds if nothing else runs.
    let run = try await aside { try BuiltScenarios.shell("scenarios exercises --verify", within: 300) }
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
