import Console
import Exercises
import Foundation

/// `scenarios watch` with exercises: checks a file whenever it is saved, and goes on to the next exercise when it passes.
/// That one is given out, and checked when it is saved.
struct ExerciseWatch {
  private let page: String?
  /// Whether every check draws what the file does.
  private let drawsAlways: Bool
  /// Whether single keys are taken.
  private let hasKeys: Bool
  /// Whether another exercise follows one that passes.
  private let goesOn: Bool

  private var course: CourseVerbs
  private var screen: Screen { course.screen }
  private var exercise: Exercise
  /// The exercise that has passed last in this watch.
  private var passed: Exercise?
  /// Whether the next check draws what the file does.
  private var draws: Bool
  /// Whether the exercise is to be told before it is watched: it is another one than the learner was at.
  private var isNew = false

  /// Watches the exercise of that name; without a name, the one that the learner works on, or else the next one.
  init(_ name: String?, drawn: Bool, page: String?, _ screen: Screen) throws {
    var course = try CourseVerbs(screen)
    if let known = try name.map({ try course.exercise($0) }) ?? course.exerciseAtWork() {
      exercise = known
    } else {
      guard let next = Course.nextExercise(after: course.position) else {
        throw UsageError(
          "every exercise of your path is done. Name the one you mean; './scenarios exercises' lists them.")
      }
      (exercise, isNew) = (next, true)
    }
    (self.page, drawsAlways, draws) = (page, drawn, drawn)
    hasKeys = screen.isTerminal && Keys.begin()
    // A script that names an exercise waits for its pass.
    goesOn = name == nil || hasKeys
    course.hasKeys = hasKeys
    self.course = course
  }

  /// What ends the wait.
  private enum Event {
    /// The file was saved, or is to be checked all the same.
    case check
    /// Another exercise is to be watched.
    case other
    case quit
  }

  /// Returns when the last exercise passes, or the learner quits.
  mutating func run() throws {
    defer { Keys.end() }
    var isChecked = isNew
    if isNew { try course.tell(exercise, isWatched: true) }
    while true {
      let files = try ExerciseFiles(exercise)
      try course.giveOut(files)
      let url = files.root.appendingPathComponent(files.path)
      course.screen = screen.measured(STDOUT_FILENO)
      // Taken before the check, so that a save during the check is noticed.
      let seen = SavedFiles.stamp(of: [url])
      if !isChecked {
        let passes = try course.check(exercise, drawn: draws, page: page)
        draws = drawsAlways
        if passes && seen == SavedFiles.stamp(of: [url]) {
          guard try goOn() else { return }
          isChecked = true
          continue
        }
      }
      switch try wait(for: url, files.shown(files.path), otherThan: seen) {
      case .check: isChecked = false
      case .other: isChecked = true
      case .quit: return
      }
    }
  }

  /// Goes on after a pass. Returns whether there is an exercise to go on with.
  private mutating func goOn() throws -> Bool {
    passed = exercise
    guard goesOn else {
      course.sayNext()
      return false
    }
    guard let next = Course.exercise(after: exercise, in: course.position) else {
      course.say("No exercise of \(course.position.way.title) is left.")
      return false
    }
    exercise = next
    print("")
    try course.tell(next, isWatched: true)
    return true
  }

  private mutating func wait(for file: URL, _ name: String, otherThan seen: [String]) throws -> Event {
    announce(name)
    while true {
      let now = SavedFiles.stamp(of: [file])
      if now != seen && !now.contains(SavedFiles.gone) {
        SavedFiles.clear(screen)
        return .check
      }
      guard let key = Keys.next(within: 200) else { continue }
      course.screen = screen.measured(STDOUT_FILENO)
      if let event = try press(key) { return event }
      if Self.texts.contains(key) { announce(name) }
    }
  }

  // MARK: Keys

  /// The keys that print something and go on waiting.
  private static let texts: Set<Character> = ["n", "h", "d", "m", "?"]

  /// Does what a key stands for. Returns what follows, unless the wait goes on.
  private mutating func press(_ key: Character) throws -> Event? {
    if Self.texts.contains(key) { print("") }
    switch key {
    case "n":
      course.position = try course.file.read()
      guard let next = Course.exercise(after: exercise, in: course.position) else {
        course.say("No other exercise of \(course.position.way.title) is left.")
        return nil
      }
      exercise = next
      try course.tell(next, isWatched: true)
      return .other
    case "h": course.hint(exercise)
    case "d":
      let passed = course.position.passed
      _ = try course.diff(passed.contains(exercise.name) ? exercise : course.exercise(passed.last ?? exercise.name))
    case "m":
      guard let harder else {
        course.say("The exercise that passed last has no harder variant, or it has passed too.")
        return nil
      }
      exercise = harder
      SavedFiles.clear(screen)
      return .check
    case "r", "t":
      draws = drawsAlways || key == "t"
      SavedFiles.clear(screen)
      return .check
    case "q", "\u{4}": return .quit
    case "?":
      for (key, text) in keys { for line in screen.row("  \(key)  ", text) { print(line) } }
    default: break
    }
    return nil
  }

  /// The harder variant of what has passed last, if it has not passed itself.
  private var harder: Exercise? {
    let harder = passed?.base.harder
    return harder.flatMap { harder in
      let isOver = course.position.passed.contains(harder.name) || harder.name == exercise.name
      return isOver || !Course.isExplained(harder, in: course.position) ? nil : harder
    }
  }

  /// Every key that does something now.
  private var keys: [(key: String, text: String)] {
    [
      ("n", "the next exercise; this one stays open"),
      ("h", "the next hint"),
      ("r", "run the check again"),
      ("t", "run it again, and draw what your file does"),
      ("d", "a solution beside yours, of what has passed last"),
    ] + (harder.map { [("m", "more: \($0.name), on the same file")] } ?? []) + [
      ("q", "quit"),
      ("?", "these keys"),
    ]
  }

  private func announce(_ file: String) {
    if !hasKeys { return SavedFiles.announce("Waiting for \(file) to be saved. Ctrl-C ends this.", screen) }
    SavedFiles.announce("Waiting for \(file) to be saved.", screen)
    let line = "n next   h hint   r run again" + (harder == nil ? "" : "   m more") + "   q quit   ? all keys"
    for line in screen.lines(line) { print(line) }
    StandardStreams.flush()
  }
}
