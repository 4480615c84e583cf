import Console
import Exercises

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

  /// Names the next exercise of the path, and says what comes before it.
  func sayNext() {
    let (step, way) = (Course.next(after: position), "'./scenarios next'")
    guard let next = Course.nextExercise(after: position) else {
      let then = step == nil ? "says what you can do now" : "continues"
      return say("No exercise of \(position.way.title) is left. \(way) \(then).")
    }
    let isStep = if case .exercise = step { true } else { false }
    say("Next: \(next.name), \(next.title). \(before(next))" + (isStep ? " \(way) gives it to you." : ""))
  }

  /// What the learner reads or answers before an exercise, in a sentence.
  func before(_ exercise: Exercise) -> String {
    let next = Course.next(after: position)
    if let next, Course.nextExercise(after: position)?.name == exercise.name {
      let first = "Read Lessons/\(Course.lesson(number: next.lesson).rawValue) first; './scenarios next'"
      switch next {
      case .prediction: return "\(first) asks what you expect before you do."
      case .tracing: return "\(first) asks what happens in a run."
      case .reading: return "\(first) then continues."
      case .exercise: break
      }
    }
    return exercise.step != nil || isFirstOfLesson(exercise)
      ? "Read \(exercise.page) first." : "\(exercise.page) explains it."
  }

  /// Whether no step of the path before it has named its lesson.
  func isFirstOfLesson(_ exercise: Exercise) -> Bool {
    let steps = Course.steps(on: position.way)
    return steps.first { $0.lesson == exercise.lesson }?.name == exercise.name
  }
}
