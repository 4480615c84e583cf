import Console
import Exercises
import Harness

/// Which exercise is meant where none is named, and what comes after it.
extension CourseVerbs {
  /// The exercise that the learner works on: the one that was given out or checked last. Nil if none was, or if its check
  /// has passed and its file has not changed since.
  func exerciseAtWork() throws -> Exercise? {
    guard let current = position.current, let exercise = Exercise.named(current.exercise) else {
      // Files of earlier versions do not say which. It is one that the learner has.
      let likely = [Course.nextExercise(after: position), position.passed.last.flatMap(Exercise.named)]
      return try likely.compactMap(\.self).first { try ExerciseFiles($0).isThere }
    }
    guard let passed = current.passed else { return exercise }
    let files = try ExerciseFiles(exercise)
    let isSame = (try? files.text(of: files.path)).map(fingerprint) == passed
    return isSame || !files.isThere ? nil : exercise
  }

  /// Says why there is no exercise at work, and what is next. Returns whether the last one has passed.
  func sayThatNoneIsOpen() throws -> Bool {
    let last = position.current.flatMap { Exercise.named($0.exercise) }
    if let last {
      let files = try ExerciseFiles(last)
      let (file, check) = (files.shown(files.path), "'./scenarios check \(last.name)'")
      say(
        files.isThere
          ? "\(last.name) has passed, and \(file) has not changed since. \(check) checks it again."
          : "\(last.name) has passed, and \(file) is no longer there. \(check) gives it out again.")
    } else {
      say("You have not begun an exercise.")
    }
    sayNext()
    return last != nil
  }

  /// Names the next exercise of the path, and says what comes before it and how to go on.
  func sayNext() {
    let step = Course.next(after: position)
    guard let next = Course.nextExercise(after: position) else {
      let then = step == nil ? "says what you can do now" : "continues"
      return say("No exercise of \(position.way.title) is left. './scenarios next' \(then).")
    }
    let gives =
      step?.name == next.name
      ? " './scenarios next' gives it to you."
      : isAhead(next) ? "" : " './scenarios check \(next.name)' gives it to you."
    say("Next: \(next.name), \(next.title). \(before(next))\(gives)")
  }

  /// What the learner reads or answers before an exercise, in a sentence.
  func before(_ exercise: Exercise) -> String {
    if let step = Course.next(after: position), isAhead(exercise) {
      let page = "Lessons/\(Course.lesson(number: step.lesson).rawValue)"
      let first = "Read \(page) first; './scenarios next'"
      switch step {
      case .prediction: return "'./scenarios next' asks what you expect, and then you read \(page)."
      case .tracing: return "\(first) asks what happens in a run."
      case .reading: return "\(first) then continues."
      case .exercise: break
      }
    }
    return exercise.step != nil || isFirstOfLesson(exercise) || isOpen(exercise.lesson)
      ? "Read \(exercise.page) first." : "\(exercise.page) explains it."
  }

  /// Whether `next` leads to the exercise, by a question or a lesson that comes directly before it. Otherwise the learner
  /// has left such steps behind, and does exercises alone.
  private func isAhead(_ exercise: Exercise) -> Bool {
    let steps = Course.steps(on: position.way)
    guard let step = Course.next(after: position), let place = steps.firstIndex(where: { $0.name == exercise.name })
    else { return false }
    return steps[..<place].reversed().prefix { if case .exercise = $0 { false } else { true } }
      .contains { $0.name == step.name }
  }

  /// Whether the question of a lesson, which comes before the lesson, is not answered.
  private func isOpen(_ lesson: Int) -> Bool {
    Course.steps(on: position.way).contains { step in
      guard case .prediction = step, step.lesson == lesson else { return false }
      return !step.isDone(in: position) && !step.isSkipped(in: position)
    }
  }

  /// Whether no step of the path before it has named its lesson.
  func isFirstOfLesson(_ exercise: Exercise) -> Bool {
    let steps = Course.steps(on: position.way)
    return steps.first { $0.lesson == exercise.lesson }?.name == exercise.name
  }
}
