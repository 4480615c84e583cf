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

  /// - Parameters:
  ///   - name: its name on the command line.
  ///   - lesson: the number of the lesson that it belongs to.
  ///   - title: what the learner practises, in a few words.
  ///   - failure: what the check finds wrong with the file as it is given out.
  ///   - hints: three, from a first pointer to nearly the solution.
  public init(_ name: String, lesson: Int, _ title: String, failure: String, hints: [String]) {
    self.name = name
    self.lesson = lesson
    self.title = title
    self.failure = failure
    self.hints = hints
  }

  /// The name of its files: `03-missing-remove.swift`.
  public var file: String { (lesson < 10 ? "0\(lesson)" : "\(lesson)") + "-\(name).swift" }

  /// The name in Swift: `MissingRemove`.
  public var typeName: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
