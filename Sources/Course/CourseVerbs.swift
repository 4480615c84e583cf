import Console
import Exercises
import Foundation
import Harness
import Marking
import Pictures
import Recording

/// The verbs of the course: what they do and what they print.
struct CourseVerbs {
  let file: PositionFile
  var position: Position
  var screen: Screen
  /// Whether keys stand for the verbs, as in `watch`.
  var hasKeys = false

  init(_ screen: Screen, _ file: PositionFile = PositionFile()) throws {
    (self.screen, self.file) = (screen, file)
    position = try file.read()
  }

  /// Executes the command. Returns whether a check that was asked for passes.
  static func run(_ command: CourseCommand, _ screen: Screen) throws -> Bool {
    if command == .forget { return try forget() }
    if case .questions(let words, let page) = command {
      try QuestionsPage.write(to: page, words.isEmpty ? Pitfall.all : try Selection.pitfalls(words))
      return true
    }
    var verbs = try CourseVerbs(screen)
    switch command {
    case .exercises: verbs.list()
    case .verify(let includesOthers): return try verbs.verify(includesOthers: includesOthers)
    case .next(let path, let answer, let skips): try verbs.next(path, answer, skips: skips)
    case .quiz(let words, let ten, let answer):
      if ten { try verbs.ten(answer) } else { try verbs.quiz(words, answer) }
    case .check(let name, let drawn, let page):
      guard let exercise = try name.map({ try verbs.exercise($0) }) ?? verbs.exerciseAtWork() else {
        return try verbs.sayThatNoneIsOpen()
      }
      guard try verbs.check(exercise, drawn: drawn, page: page) else { return false }
      verbs.sayNext()
    case .hint(let name):
      guard let exercise = try name.map({ try verbs.exercise($0) }) ?? verbs.exerciseAtWork() else {
        return try verbs.sayThatNoneIsOpen()
      }
      verbs.hint(exercise)
    case .diff(let name):
      guard let name = name ?? verbs.position.passed.last else {
        verbs.say("No exercise has passed yet. The solution is shown once its check has passed.")
        return false
      }
      return try verbs.diff(verbs.exercise(name))
    case .restore(let name): try verbs.restore(verbs.exercise(name))
    case .forget, .questions: break
    }
    return true
  }

  /// The exercise of that name.
  func exercise(_ name: String) throws -> Exercise {
    if let found = Exercise.named(name) { return found }
    let near = suggestions(for: name, among: (Exercise.all + Exercise.harder).map(\.name))
    let advice =
      near.isEmpty ? "'./scenarios exercises' lists them." : "Did you mean \(near.joined(separator: ", "))?"
    throw UsageError("there is no exercise \(quoted(name)). \(advice)")
  }

  /// Changes the position, and prints a warning if it cannot be saved.
  mutating func keep(_ change: (inout Position) -> Void) {
    let (now, why) = file.change(position, change)
    position = now
    guard let why else { return }
    StandardStreams.flush()
    StandardStreams.writeError("scenarios: \(why)\n")
  }

  func say(_ text: String) {
    for line in screen.lines(text) { print(line) }
  }

  // MARK: Verbs

  private func list() {
    say("\(Course.passed(in: position, ofBuild: false)) done, \(Course.passed(in: position, ofBuild: true)).")
    let onPath = Set(Course.steps(on: position.way).map(\.name))
    let exercises = Exercise.all.filter { $0.step == nil }
    for lesson in Lesson.allCases {
      list(
        "Lesson \(lesson.number), \(lesson.title)",
        exercises.filter { $0.lesson == lesson.number && onPath.contains($0.name) })
    }
    list(
      "Build a mediator, the chapter of lesson \(Lesson.buildAMediator.number)",
      Exercise.all.filter { $0.step != nil })
    list("Not on \(position.way.title)", exercises.filter { !onPath.contains($0.name) })
    print("")
    sayNext()
  }

  /// Some exercises under a title; of those that have passed, the harder variants too.
  private func list(_ title: String, _ exercises: [Exercise]) {
    if exercises.isEmpty { return }
    let next = Course.nextExercise(after: position)
    print("")
    say(title)
    for exercise in exercises.flatMap({ exercise in
      [exercise]
        + [position.passed.contains(exercise.name) ? exercise.harder : nil].compactMap(\.self)
        .filter { Course.isExplained($0, in: position) || position.passed.contains($0.name) }
    }) {
      let isNext = exercise.name == next?.name
      let sign = position.passed.contains(exercise.name) ? screen.rightSign : isNext ? screen.nextSign : " "
      for line in screen.row("  \(sign) \(exercise.name.padded(to: 26)) ", exercise.title) { print(line) }
    }
  }

  /// Gives the learner a copy of the exercise, unless there is one.
  mutating func giveOut(_ files: ExerciseFiles) throws {
    let before = try files.exercise.step?.before.map(ExerciseFiles.init)
    // A learner who passed the previous step continues with their own file.
    let own = before.flatMap { position.passed.contains($0.exercise.name) && $0.isThere ? $0.path : nil }
    guard try files.giveOut(from: own) else { return }
    say("\(files.shown(files.path)) is yours now: a copy of \(own ?? files.startPath) for you to change.")
    print("")
  }

  /// Notes which exercise the learner works on.
  mutating func begin(_ exercise: Exercise) {
    let now = Position.Current(exercise: exercise.name)
    if position.current != now { keep { $0.begin(exercise.name) } }
  }

  /// Compiles the learner's file, runs its check, and prints what it found. Returns whether it passes.
  mutating func check(_ exercise: Exercise, drawn: Bool = false, page: String? = nil) throws -> Bool {
    let files = try ExerciseFiles(exercise)
    let page = try page.map(PageFile.init)
    try giveOut(files)
    begin(exercise)
    // Read before the check, so that a save during the check is a change.
    let text = try files.text(of: files.path)
    print("\(exercise.name): \(exercise.title)\n\(files.shown(files.path))\n")
    if let variant = exercise.variant {
      say(variant.task)
      print("")
    }
    StandardStreams.flush()
    let result: CheckResult
    do {
      let program = try AttemptProgram(files, isColoured: screen.isColoured)
      defer { program.remove() }
      result = try program.run()
    } catch let error as CompilerError {
      print(error.text, "\n")
      say(
        "It does not compile yet. \(hintAdvice(exercise)); './scenarios restore \(exercise.name)' gives the file out "
          + "again, and keeps yours.")
      return false
    }
    for line in CheckReport.lines(of: result, screen) { print(line) }
    if drawn || page != nil {
      // What the check would write is not asked for.
      let report = try EventFile()
      defer { report.remove() }
      let call = "import Exercises\nCheckProgram.run { $0.\(exercise.call("Attempt")) }"
      try Play(screen).draw(
        files.root.appending(path: files.path).path, calledBy: (call, [report.path]), failure: result.failure,
        page: page)
    }
    print("")
    guard result.isPassed else {
      say("Not yet. \(hintAdvice(exercise)); \(exercise.page) explains.")
      return false
    }
    keep { $0.pass(exercise.name, with: text) }
    sayPassed(exercise)
    return true
  }

  private func hintAdvice(_ exercise: Exercise) -> String {
    (hasKeys ? "'h'" : "'./scenarios hint \(exercise.name)'") + " has a hint"
  }

  /// Says what the pass proves, and what can be done now.
  private func sayPassed(_ exercise: Exercise) {
    print("Proved:")
    for line in exercise.proof { say(line) }
    print("")
    let isOnPath = Course.steps(on: position.way).contains { $0.name == exercise.name }
    let count =
      exercise.variant?.isStep == false
      ? "Passed, the harder way."
      : "Passed: \(isOnPath ? Course.passed(in: position, ofBuild: exercise.step != nil) : "an exercise beside \(position.way.title)")."
    let diff = hasKeys ? "'d'" : "'./scenarios diff \(exercise.name)'"
    say("\(count) \(diff) shows one solution beside yours.")
    if let harder = exercise.harder, !position.passed.contains(harder.name), Course.isExplained(harder, in: position) {
      let check = hasKeys ? "'m'" : "'./scenarios check \(harder.name)'"
      say("\(check) asks more of the same file: \(harder.title).")
    }
    if exercise.name == Exercise.build.last?.name {
      say("'./scenarios orders --mine exercises/\(exercise.file)' plays your mediator in every order, beside ours.")
    }
  }

  mutating func hint(_ exercise: Exercise) {
    let count = min(position.hints[exercise.name, default: 0] + 1, exercise.hints.count)
    print("\(exercise.name): \(exercise.title)\n")
    for (index, hint) in exercise.hints.prefix(count).enumerated() {
      print("\(index + 1). " + screen.lines(hint, indent: 3).joined(separator: "\n   "))
    }
    let left = exercise.hints.count - count
    print("")
    say(
      left > 0
        ? "\(hasKeys ? "'h'" : "'./scenarios hint \(exercise.name)'") once more tells more: \(left) to go."
        : "These are all. \(exercise.page) explains.")
    keep { $0.hints[exercise.name] = count }
  }

  func diff(_ exercise: Exercise) throws -> Bool {
    guard position.passed.contains(exercise.name) else {
      say("The solution is shown once the check has passed. \(hintAdvice(exercise)).")
      return false
    }
    let files = try ExerciseFiles(exercise)
    let mine = code(try files.text(of: files.path))
    let solution = code(try files.text(of: files.solutionPath))
    let parts = LineDifference.parts(from: mine, to: solution)
      .map { $0.map { "\($0.mark) \($0.text)" }.joined(separator: "\n") }
    print("- \(files.shown(files.path))\n+ \(files.shown(files.solutionPath))\n")
    print(parts.isEmpty ? "They are the same." : parts.joined(separator: "\n  ⋮\n"))
    let why = try files.text(of: files.solutionPath).split(separator: "\n").prefix { $0.hasPrefix("//") }
    print("")
    say(why.map { $0.drop { $0 == "/" || $0 == " " } }.joined(separator: " "))
    return true
  }

  /// The lines from the first import on. The lines before it are comments.
  private func code(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { !$0.hasPrefix("import ") })
  }

  private func restore(_ exercise: Exercise) throws {
    let files = try ExerciseFiles(exercise)
    let kept = try files.restore()
    say(
      "\(files.shown(files.path)) is a new copy of \(files.startPath)."
        + (kept.map { " What you had is in \(files.shown($0))." } ?? ""))
  }

  private static func forget() throws -> Bool {
    let file = PositionFile()
    let wasThere = try file.remove()
    print(
      wasThere
        ? "Your position in the course is forgotten. Your exercise files are unchanged."
        : "There is no position to forget.")
    return true
  }
}
