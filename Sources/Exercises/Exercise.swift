/// An exercise: a file to change until its check passes.
public struct Exercise: Sendable {
  /// Its name on the command line.
  public let name: String
  /// The number of the lesson that it belongs to.
  public let lesson: Int
  /// What the learner practises, in a few words.
  public let title: String
  /// From a first pointer to nearly the solution: three of them.
  public let hints: [String]
  /// What the check finds wrong with the file as it is given out.
  public let failure: String
  /// Which step of "Build a mediator" it is; nil if it is none.
  public let step: BuildStep?

  /// - Parameters:
  ///   - name: its name on the command line.
  ///   - lesson: the number of the lesson that it belongs to.
  ///   - title: what the learner practises, in a few words.
  ///   - failure: what the check finds wrong with the file as it is given out.
  ///   - hints: three, from a first pointer to nearly the solution.
  ///   - step: which step of "Build a mediator" it is; nil if it is none.
  public init(
    _ name: String, lesson: Int, _ title: String, failure: String, hints: [String], step: BuildStep? = nil
  ) {
    self.name = name
    self.lesson = lesson
    self.title = title
    self.failure = failure
    self.step = step
    self.hints = hints
  }

  /// The name of its files: `03-missing-remove.swift`.
  public var file: String { (lesson < 10 ? "0\(lesson)" : "\(lesson)") + "-\(name).swift" }

  /// What the learner's file implements: `MissingRemoveExercise`.
  public var protocolName: String { (step == nil ? typeName : "Mediator") + "Exercise" }

  /// How a program calls the check of an attempt: `missingRemove(Attempt.self)`.
  public func call(_ attempt: String) -> String {
    if let step { return "build(\(step.number), \(attempt).self)" }
    return "\(typeName.prefix(1).lowercased() + typeName.dropFirst())(\(attempt).self)"
  }

  /// The name in Swift: `MissingRemove`.
  private var typeName: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
