/// An exercise: a file to change until its check passes.
public struct Exercise: Sendable {
  /// Its name on the command line.
  public let name: String
  /// The number of the lesson that it belongs to.
  public let lesson: Int
  /// What the learner practises, in a few words.
  public let title: String
  /// From a first pointer to nearly the solution: three, or one and then one for each fault.
  public let hints: [String]
  /// What the check finds wrong with the file as it is given out.
  public let failure: String
  /// What a pass proves, in two lines: what the check did, and what would have failed. Shown after a pass only.
  public let proof: [String]
  /// Which step of "Build a mediator" it is; nil if it is none.
  public let step: BuildStep?
  /// What it asks for beyond another exercise, on the same file; nil if it has a file of its own.
  public let variant: Variant?

  /// - Parameters:
  ///   - name: its name on the command line.
  ///   - lesson: the number of the lesson that it belongs to.
  ///   - title: what the learner practises, in a few words.
  ///   - failure: what the check finds wrong with the file as it is given out.
  ///   - hints: from a first pointer to nearly the solution: three, or one and then one for each fault.
  ///   - proof: what the check did, and what would have failed, in a line each.
  ///   - step: which step of "Build a mediator" it is; nil if it is none.
  ///   - variant: what it asks for beyond another exercise, on the same file; nil if it has a file of its own.
  public init(
    _ name: String, lesson: Int, _ title: String, failure: String, hints: [String], proof: [String],
    step: BuildStep? = nil, variant: Variant? = nil
  ) {
    self.name = name
    self.lesson = lesson
    self.title = title
    self.failure = failure
    self.hints = hints
    self.proof = proof
    self.step = step
    self.variant = variant
  }

  /// The name of its files: `04-missing-remove.swift`. A learner's file has that of the exercise that a variant extends.
  public var file: String { (lesson < 10 ? "0\(lesson)" : "\(lesson)") + "-\(name).swift" }

  /// What the learner's file implements: `MissingRemoveExercise`.
  public var protocolName: String {
    step != nil ? "MediatorExercise" : Self.typeName(variant?.root ?? name) + "Exercise"
  }

  /// How a program calls the check of an attempt: `missingRemove(Attempt.self)`.
  public func call(_ attempt: String) -> String {
    if let step { return "build(\(step.number), \(attempt).self)" }
    let type = Self.typeName(name)
    return "\(type.prefix(1).lowercased() + type.dropFirst())(\(attempt).self)"
  }

  /// The name in Swift: `MissingRemove`.
  private static func typeName(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// A step of the chapter "Build a mediator", as an exercise. All of them check the same file as it grows.
public struct BuildStep: Sendable {
  /// From 1 on.
  public let number: Int
  /// Its files are in `Lessons/Build`, and begin so: `3-owner`.
  public let name: String
  /// What the learner does in it.
  public let task: String

  /// Its page, from the root of the package on.
  public var page: String { "Lessons/Build/\(name).md" }
  /// What a solution looks like.
  public var solution: String { "Lessons/Build/\(name).swift" }
}
