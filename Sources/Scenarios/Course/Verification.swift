import Console
import Exercises

/// `scenarios exercises --verify`: compares each starting file with its entry in the catalogue.
extension CourseVerbs {
  /// Whether every start compiles, fails, and fails for the stated reason, and is what the learner's folder has.
  func verify() throws -> Bool {
    var isRight = true
    for exercise in Exercise.all {
      let files = try ExerciseFiles(exercise)
      let problem = try Self.problem(with: files)
      isRight = isRight && problem == nil
      print(
        "\(problem == nil ? screen.rightSign : screen.wrongSign) \(exercise.name)\(problem.map { ": \($0)" } ?? "")")
      if files.isChanged { print("  \(files.path) is changed; './scenarios restore \(exercise.name)' brings it back.") }
    }
    return isRight
  }

  private static func problem(with files: ExerciseFiles) throws -> String? {
    _ = try files.text(of: files.path)
    do {
      let program = try AttemptProgram(files, at: files.startPath, isColoured: false)
      defer { program.remove() }
      let result = try program.run()
      if result.isPassed { return "\(files.startPath) passes as it is given out" }
      if result.fails(as: files.exercise.failure) { return nil }
      let found = CheckReport.lines(of: result, Screen(isASCII: true)).joined(separator: "\n")
      return "it should fail as \"\(files.exercise.failure)\", and it does so:\n\(found)"
    } catch let error as AttemptProgram.CompilerError {
      return "\(files.startPath) does not compile:\n\(error.text)"
    }
  }
}
