import Console
import Exercises
import Foundation
import Harness
import Marking

/// `scenarios exercises --verify`: compares what the checks find with what the repository says of it.
extension CourseVerbs {
  /// Whether every start fails for the stated reason, and every solution passes.
  ///
  /// - Parameter includesOthers: whether the attempts of Tests/Attempts are run, too.
  func verify(includesOthers: Bool) throws -> Bool {
    let exercises = Exercise.all + Exercise.harder
    let attempts = try exercises.flatMap { exercise in
      let files = try ExerciseFiles(exercise)
      return try KnownAttempt.ends(of: files) + (includesOthers ? KnownAttempt.others(of: files) : [])
    }
    let program: AttemptProgram
    do {
      program = try AttemptProgram(attempts, in: try PackageRoot.find())
    } catch let error as CompilerError {
      print(error.text)
      return false
    }
    defer { program.remove() }
    let problems = zip(attempts, try program.runAll()).map { ($0.exercise, Self.problem(of: $0, with: $1)) }
    for exercise in exercises {
      let mine = problems.filter { $0.0.name == exercise.name }.compactMap(\.1)
      print("\(mine.isEmpty ? screen.rightSign : screen.wrongSign) \(exercise.name)")
      for problem in mine { print(problem) }
    }
    let wrong = problems.count { $0.1 != nil }
    print("\(attempts.count) attempts at \(exercises.count) exercises, and \(wrong) that are not as expected")
    return wrong == 0
  }

  private static func problem(of attempt: KnownAttempt, with result: CheckResult) -> String? {
    let wanted: String
    if let failure = attempt.failure {
      // A step of "Build a mediator" fails in its own story as it is given out, and in no earlier one.
      let step = attempt.name == "start" ? attempt.exercise.step.map { "\($0.number): " } : nil
      if result.fails(as: failure) && result.lastStep.hasPrefix(step ?? "") { return nil }
      wanted = "fail as \"\(failure)\"" + (step.map { " in story \($0)" } ?? "")
    } else {
      if result.isPassed { return nil }
      wanted = "pass"
    }
    let found =
      result.isPassed
      ? "it passes" : CheckReport.lines(of: result, Screen(isASCII: true)).joined(separator: "\n")
    return "  \(attempt.name) should \(wanted), and does this:\n\(found)"
  }
}
