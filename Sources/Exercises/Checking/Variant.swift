import RawObserving

/// What an exercise asks for that has no file of its own: its check runs on the learner's file of another exercise, whose
/// own check comes first.
public struct Variant: Sendable {
  /// The name of the exercise that it extends.
  public let base: String
  /// The name of the exercise that has the file. It is another one if the extended exercise is a variant, too.
  public let root: String
  /// What the file has to do in addition.
  public let task: String
  /// The number of the lesson that explains it, which may come after the one of the exercise that it extends.
  public let lesson: Int
  /// Whether it is a step of the course, in which the file grows. A harder variant is none.
  public let isStep: Bool
}

extension Exercise {
  /// Makes a harder variant of this exercise.
  ///
  /// - Parameter explanation: the number of the lesson that explains it; nil for the lesson of this exercise.
  func harder(
    _ title: String, task: String, explainedIn explanation: Int? = nil, failure: String, hints: [String],
    proof: [String]
  ) -> Exercise {
    Exercise(
      name + "-harder", lesson: lesson, title, failure: failure, hints: hints, proof: proof,
      variant: Variant(base: name, root: name, task: task, lesson: explanation ?? lesson, isStep: false))
  }

  /// Makes the exercise in which the learner's file of this one grows.
  func grown(
    _ name: String, _ title: String, task: String, failure: String, hints: [String], proof: [String]
  ) -> Exercise {
    Exercise(
      name, lesson: lesson, title, failure: failure, hints: hints, proof: proof,
      variant: Variant(
        base: self.name, root: variant?.root ?? self.name, task: task, lesson: lesson, isStep: true))
  }
}

extension Check {
  /// Runs the check of the exercise that a variant extends. Of its findings it tells only what is wrong.
  ///
  /// - Returns: whether nothing is wrong.
  func passes(_ body: (Check) -> Void) -> Bool {
    let hasFault = Locked(false)
    Trace.setQuiet(true)
    body(
      Check { line in
        switch line {
        case .right: return
        case .wrong: hasFault.withLock { $0 = true }
        case .step, .happened, .broken, .end: break
        }
        self.write(line)
      })
    Trace.setQuiet(false)
    return !hasFault.withLock(\.self)
  }
}
