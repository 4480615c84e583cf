import Exercises
import Foundation
import Testing

@testable import Course

/// The steps as exercises. `ExerciseTests` checks that each solution passes its own check and fails the next step's.
@Suite("The steps of the chapter", .watched) struct BuildStepTests {
  private static func code(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
  }

  @Test("a step adds at most 60 lines of code, and the last one has fewer than 150", arguments: Exercise.build)
  func size(_ exercise: Exercise) throws {
    let files = try ExerciseFiles(exercise)
    let (start, solution) = (Self.code(try files.start()), Self.code(try files.text(of: files.solutionPath)))
    let added = solution.difference(from: start).insertions.count
    #expect(1...60 ~= added, "it adds \(added) lines")
    #expect(solution.count < 150)
  }

  @Test("a step begins with the solution of the step before, and with its own task", arguments: Exercise.build)
  func start(_ exercise: Exercise) throws {
    let (files, step) = (try ExerciseFiles(exercise), try #require(exercise.step))
    let start = try files.start()
    #expect(start.hasPrefix("// \(exercise.title)\n//\n") && start.contains(step.page))
    #expect(start.split(separator: "\n").allSatisfy { $0.count <= 120 })
    guard let before = step.before else { return }
    let former = try ExerciseFiles(before)
    #expect(Self.code(start) == Self.code(try former.text(of: former.solutionPath)))
  }
}
