import Console

/// How far a learner has come in the course.
struct Position: Codable, Equatable, Sendable {
  /// The path that was chosen; nil before that.
  var path: CoursePath?
  /// The answers to predictions, by the ids of their pitfalls: numbers of choices, counted from 1. Files of earlier
  /// versions have 0 for a question that was left out.
  var answers: [String: Int] = [:]
  /// The names of the exercises whose checks have passed, the last one last.
  private(set) var passed: [String] = []
  /// The exercise that was given out or checked last. Files of earlier versions do not have it.
  private(set) var current: Current?
  /// How many hints were shown, by the names of the exercises.
  var hints: [String: Int] = [:]

  /// The names of the steps that were left out.
  var skipped: Set<String> = []
  /// The names of the lessons that were shown, and of the tracing questions that were answered.
  var seen: Set<String> = []
  /// The names of the questions whose last answer was wrong.
  var missed: Set<String> = []
  /// What is left to ask of each quiz that was begun, by what it is about.
  var quizzes: [String: Quiz.Round] = [:]
  /// Which of the ten questions of a path were right, each time that all ten were answered: before the path, and after it.
  var tens: [[String: Bool]] = []
  /// The numbers of the lessons after which `next` has named their questions.
  var offered: Set<Int> = []
  /// How many evenings of a path `next` has said to be over, by the name of the path.
  var evenings: [String: Int] = [:]
  /// The name of the lesson that `next` showed last, if that is the current step. It is done when `next` goes on.
  var reading: String?

  /// The exercise that the learner works on.
  struct Current: Codable, Equatable, Sendable {
    /// Its name.
    let exercise: String
    /// The fingerprint of the text with which its last check passed; nil if that check has not passed.
    var passed: String?
  }

  /// The path that `next` follows: the whole course until another one is chosen.
  var way: CoursePath { path ?? .maintain }

  /// Notes that the learner works on the exercise now, and that its last check has not passed.
  mutating func begin(_ exercise: String) { current = Current(exercise: exercise) }

  /// Notes a pass.
  ///
  /// - Parameter text: the learner's file.
  mutating func pass(_ exercise: String, with text: String) {
    passed.removeAll { $0 == exercise }
    passed.append(exercise)
    current = Current(exercise: exercise, passed: fingerprint(of: text))
  }

  /// Leaves a step out.
  mutating func skip(_ step: CourseStep) {
    skipped.insert(step.name)
    if current?.exercise == step.name { current = nil }
  }

  /// Notes whether the last answer to a question was right.
  mutating func note(_ question: String, isRight: Bool) {
    if isRight { missed.remove(question) } else { missed.insert(question) }
  }

  init() {}

  /// Reads files of earlier versions, too: what they do not have is empty.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ none: Value) throws -> Value {
      try values.decodeIfPresent(Value.self, forKey: key) ?? none
    }
    path = try values.decodeIfPresent(CoursePath.self, forKey: .path)
    answers = try value(.answers, [:])
    passed = try value(.passed, [])
    current = try values.decodeIfPresent(Current.self, forKey: .current)
    hints = try value(.hints, [:])
    skipped = try value(.skipped, [])
    seen = try value(.seen, [])
    missed = try value(.missed, [])
    quizzes = try value(.quizzes, [:])
    // Earlier versions kept the numbers of choices, which are in another order now.
    tens = (try? value(.tens, [])) ?? []
    offered = try value(.offered, [])
    evenings = try value(.evenings, [:])
    reading = try values.decodeIfPresent(String.self, forKey: .reading)
  }
}
