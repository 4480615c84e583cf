import Exercises
import Harness

/// One step of the course.
enum CourseStep: Sendable {
  /// A lesson that asks nothing.
  case reading(Lesson)
  /// A question about what a scenario will do.
  case prediction(Pitfall)
  /// A question about what happens in a run, step by step.
  case tracing(Tracing)
  case exercise(Exercise)

  /// The number of the lesson that it belongs to.
  var lesson: Int {
    switch self {
    case .reading(let lesson): lesson.number
    case .prediction(let pitfall): pitfall.lesson.number
    case .tracing(let tracing): tracing.pitfall.lesson.number
    case .exercise(let exercise): exercise.lesson
    }
  }

  /// The name by which the position knows it. No two steps have the same.
  var name: String {
    switch self {
    case .reading(let lesson): "lesson-\(lesson.number)"
    case .prediction(let pitfall): pitfall.id
    case .tracing(let tracing): tracing.name
    case .exercise(let exercise): exercise.name
    }
  }

  /// Its step of "Build a mediator"; nil if it is none.
  var build: BuildStep? { if case .exercise(let exercise) = self { exercise.step } else { nil } }

  func isDone(in position: Position) -> Bool {
    switch self {
    case .reading, .tracing: position.seen.contains(name)
    case .prediction(let pitfall): position.answers[pitfall.id, default: 0] > 0
    case .exercise(let exercise): position.passed.contains(exercise.name)
    }
  }

  /// Whether it was left out, which is not the same as done.
  func isSkipped(in position: Position) -> Bool {
    if isDone(in: position) { return false }
    if case .prediction(let pitfall) = self, position.answers[pitfall.id] == 0 { return true }
    return position.skipped.contains(name)
  }
}

/// The course: for each lesson its prediction, to be answered before it is read; its tracing questions, which it prepares;
/// then its exercises. The predictions of the cards are asked by `quiz` and by `run ID --predict`.
enum Course {
  static func steps(on path: CoursePath) -> [CourseStep] {
    let all = path.stops.flatMap { stop -> [CourseStep] in
      let steps = Self.steps(of: stop.lesson)
      return stop.part.map { part in steps.filter { part.steps.contains($0.name) } } ?? steps
    }
    // The last steps of "Build a mediator" need the lessons on a mediator's own traps, so the chapter comes after these.
    var steps = all.filter { $0.build == nil }
    let end = steps.lastIndex { $0.lesson == Lesson.everyOrder.number }.map { $0 + 1 } ?? steps.endIndex
    steps.insert(contentsOf: all.filter { $0.build != nil }, at: end)
    return steps
  }

  static func steps(of lesson: Lesson) -> [CourseStep] {
    let steps =
      [lesson.prediction].compactMap(\.self).map(CourseStep.prediction)
      + Tracing.all.filter { $0.pitfall.lesson == lesson }.map(CourseStep.tracing)
      + Exercise.all.filter { $0.lesson == lesson.number }.map(CourseStep.exercise)
    return steps.isEmpty ? [.reading(lesson)] : steps
  }

  /// Which step of its lesson it is on the path, and of how many. Those of "Build a mediator" are counted by themselves.
  static func place(of step: CourseStep, on path: CoursePath) -> (number: Int, count: Int) {
    let all = steps(on: path).filter { $0.lesson == step.lesson && ($0.build == nil) == (step.build == nil) }
    return ((all.firstIndex { $0.name == step.name } ?? 0) + 1, all.count)
  }

  /// The first step of the learner's path that is neither done nor left out.
  static func next(after position: Position) -> CourseStep? {
    steps(on: position.way).first { !$0.isDone(in: position) && !$0.isSkipped(in: position) }
  }

  /// The lessons of the learner's path that have more questions and of which no step is left to do, in their order. A lesson that
  /// was only left out is none of them, and the chapter Build a mediator is no part of its lesson.
  static func lessonsDone(in position: Position) -> [Lesson] {
    position.way.stops.map(\.lesson).filter { lesson in
      let steps = steps(on: position.way).filter { $0.lesson == lesson.number && $0.build == nil }
      return lesson.hasMoreQuestions && steps.contains { $0.isDone(in: position) }
        && steps.allSatisfy { $0.isDone(in: position) || $0.isSkipped(in: position) }
    }
  }

  /// Whether the learner has done something of the lesson that explains a harder variant.
  static func isExplained(_ exercise: Exercise, in position: Position) -> Bool {
    guard let variant = exercise.variant else { return true }
    return variant.lesson == exercise.lesson
      || steps(of: lesson(number: variant.lesson)).contains { $0.isDone(in: position) }
  }

  /// The harder variants of exercises that have passed, which that lesson explains.
  static func harder(explainedIn lesson: Lesson, in position: Position) -> [Exercise] {
    Exercise.harder.filter { exercise in
      exercise.variant?.lesson == lesson.number && exercise.lesson != lesson.number
        && position.passed.contains(exercise.base.name) && !position.passed.contains(exercise.name)
    }
  }

  /// How many evenings of the learner's path are over, from the first one on: none of their steps is left to do.
  static func eveningsDone(in position: Position) -> Int {
    let steps = steps(on: position.way)
    let left = position.way.evenings.firstIndex { evening in
      let lessons = evening.map(\.lesson.number)
      return steps.contains {
        lessons.contains($0.lesson) && $0.build == nil && !$0.isDone(in: position) && !$0.isSkipped(in: position)
      }
    }
    return left ?? position.way.evenings.count
  }

  /// The first exercise of the learner's path that is neither done nor left out.
  static func nextExercise(after position: Position) -> Exercise? {
    for case .exercise(let exercise) in steps(on: position.way) {
      let step = CourseStep.exercise(exercise)
      if !step.isDone(in: position) && !step.isSkipped(in: position) { return exercise }
    }
    return nil
  }

  /// The exercise to go on with: the first one behind that one on the learner's path that is neither done nor left out,
  /// or else the first such one of the path. Nil if there is none but that one.
  static func exercise(after exercise: Exercise, in position: Position) -> Exercise? {
    let name = exercise.variant?.isStep == true ? exercise.name : exercise.base.name
    let all = Exercise.all.map(\.name)
    let place = all.firstIndex(of: name) ?? 0
    let open = steps(on: position.way).compactMap { step -> Exercise? in
      guard case .exercise(let other) = step, other.name != name else { return nil }
      return step.isDone(in: position) || step.isSkipped(in: position) ? nil : other
    }
    return open.first { other in all[place...].contains(other.name) } ?? open.first
  }

  /// How far the learner is on the path: `3 done, 1 skipped, of 14`.
  static func progress(in position: Position) -> String {
    let steps = steps(on: position.way)
    let skipped = steps.count { $0.isSkipped(in: position) }
    let done = "\(steps.count { $0.isDone(in: position) }) done"
    return skipped > 0 ? "\(done), \(skipped) skipped, of \(steps.count)" : "\(done), of \(steps.count)"
  }

  /// How many exercises of the path have passed: `3 of the 15 exercises of the path for new code`; or how many steps of
  /// its chapter "Build a mediator".
  static func passed(in position: Position, ofBuild: Bool) -> String {
    let exercises = steps(on: position.way).filter {
      if case .exercise(let exercise) = $0 { (exercise.step != nil) == ofBuild } else { false }
    }
    let passed = exercises.count { $0.isDone(in: position) }
    let what = ofBuild ? "steps of Build a mediator" : "exercises of \(position.way.title)"
    return "\(passed) of the \(exercises.count) \(what)"
  }

  /// What is left out with a step: itself; or the rest of "Build a mediator", because each of its steps builds on the one
  /// before.
  static func leftOut(with step: CourseStep, in position: Position) -> [CourseStep] {
    if step.build == nil { return [step] }
    return steps(on: position.way).filter { $0.build != nil && !$0.isDone(in: position) }
  }

  static func lesson(number: Int) -> Lesson { Lesson.allCases[number] }
}

extension Exercise {
  /// The page that explains it, from the root on.
  var page: String { step?.page ?? "Lessons/\(Course.lesson(number: variant?.lesson ?? lesson).rawValue)" }
}
