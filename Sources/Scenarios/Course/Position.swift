/// How far a learner has come in the course.
struct Position: Codable, Equatable, Sendable {
  /// The answers to predictions, by the ids of their pitfalls: numbers of choices, counted from 1, and 0 for a question
  /// that was left out.
  var answers: [String: Int] = [:]
  /// The names of the exercises whose checks have passed, the last one last.
  private(set) var passed: [String] = []
  /// How many hints were shown, by the names of the exercises.
  var hints: [String: Int] = [:]

  /// The names of the exercises that were left out.
  var skipped: Set<String> = []

  mutating func pass(_ exercise: String) {
    passed.removeAll { $0 == exercise }
    passed.append(exercise)
  }
}
