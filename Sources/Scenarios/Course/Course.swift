import Exercises

/// One step of the course.
enum CourseStep: Sendable {
  /// A question about what a scenario will do.
  case prediction(Pitfall)
  case exercise(Exercise)

  /// The number of the lesson that it belongs to.
  var lesson: Int {
    switch self {
    case .prediction(let pitfall): pitfall.lesson.number
    case .exercise(let exercise): exercise.lesson
    }
  }

  func isDone(in position: Position) -> Bool {
    switch self {
    case .prediction(let pitfall): position.answers[pitfall.id] != nil
    case .exercise(let exercise): position.passed.contains(exercise.name) || position.skipped.contains(exercise.name)
    }
  }
}

/// The course: for each lesson its prediction, to be made before it is read, then its exercises. The predictions of the
/// cards are asked by `run ID --predict`.
enum Course {
  static let steps: [CourseStep] = Lesson.allCases.flatMap { lesson in
    [lesson.prediction].compactMap(\.self).map(CourseStep.prediction)
      + Exercise.all.filter { $0.lesson == lesson.number }.map(CourseStep.exercise)
  }

  /// The first step that is not done.
  static func next(after position: Position) -> CourseStep? { steps.first { !$0.isDone(in: position) } }

  /// The first exercise that is not done.
  static func nextExercise(after position: Position) -> Exercise? {
    Exercise.all.first { !CourseStep.exercise($0).isDone(in: position) }
  }

  static func lesson(number: Int) -> Lesson { Lesson.allCases[number] }
}

extension Exercise {
  /// The page that explains it, from the root on.
  var page: String { step?.page ?? "Lessons/\(Course.lesson(number: lesson).rawValue)" }
}
