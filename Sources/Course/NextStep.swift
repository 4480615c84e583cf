import Console
import Exercises
import Foundation
import Harness

/// `scenarios next`: a question to answer, a lesson to read, or an exercise to do.
extension CourseVerbs {
  /// What `scenarios` alone prints.
  func welcome() {
    say("Key-value observing, raw and managed: what can go wrong, and how a mediator prevents it.")
    print("")
    let next = Course.next(after: position).map { "; lesson \($0.lesson) is next" } ?? ""
    let rows = [
      ("next", "your next step: \(Course.progress(in: position))\(next)"),
      ("run REG-1", "run a pitfall, raw and then managed; any name or id"),
      ("quiz", "questions, with runs"),
      ("list", "list every pitfall"),
      ("help", "everything else"),
    ]
    for (verb, text) in rows {
      let lines = screen.lines(text, indent: 26)
      print("  " + screen.bold("./scenarios \(verb)".padded(to: 24)) + lines[0])
      for line in lines.dropFirst() { print("".padded(to: 26) + line) }
    }
    print("")
    say("The course begins with Lessons/\(Lesson.start.rawValue).")
  }

  mutating func next(_ path: CoursePath?, _ answer: String?, skips: Bool) throws {
    guard choose(path, mayAsk: answer == nil && !skips) else { return }
    // A lesson that was shown is read by now, unless it is what the learner leaves out.
    if let read = position.reading, !skips, answer == nil {
      keep {
        $0.seen.insert(read)
        $0.reading = nil
      }
    }
    if answer == nil, !skips {
      offerQuestions()
      sayEvening()
    }
    guard let step = Course.next(after: position) else { return sayThatAllIsDone() }
    let lesson = Course.lesson(number: step.lesson)
    say("\(Course.progress(in: position)) steps of \(position.way.title).")
    if step.name == Course.steps(on: position.way).first?.name {
      if position.way == .new {
        let count = Course.steps(on: .new).count { position.way.isByChoice(Course.lesson(number: $0.lesson)) }
        say("The last \(count) are by choice: how a mediator works, and Build a mediator, which takes two hours.")
      }
      offerTen(isEnd: false)
    }
    if let build = step.build {
      say("The chapter of lesson \(lesson.number), Build a mediator: Lessons/Build/README.md, \(build.page)")
    } else {
      // Headings may tell what a question asks. After the answer they are named.
      let parts = if case .prediction = step { "" } else { parts(of: lesson) }
      say("Lesson \(lesson.number), \(lesson.title): Lessons/\(lesson.rawValue)\(parts)")
    }
    let place = Course.place(of: step, on: position.way)
    let whole = step.build == nil ? "lesson" : "chapter"
    if place.count > 1 { say("Step \(place.number) of \(place.count) of this \(whole).") }
    print("")
    if skips {
      let left = Course.leftOut(with: step, in: position)
      keep {
        for step in left { $0.skip(step) }
        $0.reading = nil
      }
      let what = left.count > 1 ? "The rest of the chapter" : step.name
      return say("\(what) is left out. \(Self.later(step))")
    }
    if step.build != nil && place.number == 1 {
      say("'./scenarios next --skip' leaves the whole chapter out.")
      print("")
    }
    switch step {
    case .prediction(let pitfall): try ask(.choice(pitfall), answer)
    case .tracing(let tracing): try ask(.traced(try tracing.trace()), answer)
    case .exercise where answer != nil, .reading where answer != nil:
      throw UsageError("the next step is no question, and --answer is for questions.")
    case .exercise(let exercise): try tell(exercise)
    case .reading(let lesson):
      keep { $0.reading = step.name }
      say("Read it: './scenarios lesson \(lesson.number)' prints it. './scenarios next' then continues.")
    }
  }

  /// Names the questions of the lesson whose last step has been done since, once.
  private mutating func offerQuestions() {
    let lessons = Course.lessonsDone(in: position).filter { !position.offered.contains($0.number) }
    guard let last = lessons.last else { return }
    keep { $0.offered.formUnion(lessons.map(\.number)) }
    say("More questions on lesson \(last.number): './scenarios quiz \(last.number)'.")
    for exercise in lessons.flatMap({ Course.harder(explainedIn: $0, in: position) }) {
      say(
        "You can do more with \(exercise.base.name) now: './scenarios check \(exercise.name)', \(exercise.title).")
    }
    print("")
  }

  /// Says that an evening of the path is over, once.
  private mutating func sayEvening() {
    let (path, all) = (position.way, position.way.evenings.count)
    let done = Course.eveningsDone(in: position)
    guard done > position.evenings[path.rawValue, default: 0] else { return }
    keep { $0.evenings[path.rawValue] = done }
    guard let next = Course.next(after: position) else { return }
    let lesson = Course.lesson(number: next.lesson)
    if done < all {
      say("Evening \(done) of \(all) is done. The next one begins with lesson \(lesson.number), \(lesson.title).")
    } else {
      say("Evening \(done) is done, the last one of \(path.title).")
      offerTen(isEnd: true)
      if path == .new { say("The steps from here on are by choice. They show how a mediator works.") }
    }
    print("")
  }

  // MARK: The path

  /// Remembers the path that was asked for, or asks for one. Returns whether there is a path now.
  mutating func choose(_ path: CoursePath?, mayAsk: Bool) -> Bool {
    if let path {
      keep { $0.path = path }
      return true
    }
    if position.path != nil { return true }
    if mayAsk && canAsk {
      guard let chosen = askForPath() else {
        say("Nothing is chosen. './scenarios next --path new' or '--path maintain' chooses, too.")
        return false
      }
      keep { $0.path = chosen }
    } else {
      keep { $0.path = .maintain }
      say("This is the whole course. './scenarios next --path new' follows the short path for new code.")
    }
    print("")
    return true
  }

  private func askForPath() -> CoursePath? {
    say("There are two paths. You can change over at any time with --path.")
    print("")
    for (index, path) in CoursePath.allCases.enumerated() {
      let text = "You \(path.readers): \(path.title), \(path.stops.count) lessons and Build a mediator."
      for line in screen.row("  \(index + 1)  ", text) { print(line) }
    }
    print("")
    while true {
      print("Which one? 1 or 2: ", terminator: "")
      StandardStreams.flush()
      guard let line = readLine() else {
        print("")
        return nil
      }
      if let number = Int(line.trimmingCharacters(in: .whitespaces)), 1...CoursePath.allCases.count ~= number {
        return CoursePath.allCases[number - 1]
      }
    }
  }

  /// The sections of the lesson that are on the path, if not all are.
  private func parts(of lesson: Lesson) -> String {
    guard let part = position.way.part(of: lesson) else { return "" }
    let titles = part.sections.map { "\"\($0)\"" }
    return ", only \(titles.dropLast().joined(separator: ", "))\(titles.count > 1 ? " and " : "")\(titles.last ?? "")"
  }

  // MARK: The steps

  /// The position is the user's, so a new clone may begin here.
  private func sayThatAllIsDone() {
    let skipped = Course.steps(on: position.way).filter { $0.isSkipped(in: position) }
    if skipped.isEmpty {
      say("You have done every step of \(position.way.title): \(Course.progress(in: position)).")
    } else {
      say("You are at the end of \(position.way.title): \(Course.progress(in: position)).")
      print("")
      // The chapter is left out as a whole.
      let rows = skipped.filter { $0.build == nil } + skipped.filter { $0.build != nil }.prefix(1)
      for step in rows {
        let name = step.build == nil ? step.name : "Build a mediator"
        for line in screen.row("  \(name.padded(to: 20)) ", Self.later(step)) { print(line) }
      }
      print("")
    }
    offerTen(isEnd: true)
    if position.way == .new { say("'./scenarios next --path maintain' continues with the rest of the course.") }
    say(
      "Your position is kept for all your clones: './scenarios forget' begins again. To look things up: "
        + "Lessons/Pitfalls and Lessons/Appendices/symptoms.md.")
  }

  /// How to do a step that was left out.
  private static func later(_ step: CourseStep) -> String {
    switch step {
    case .reading(let lesson): "'./scenarios lesson \(lesson.number)' prints it."
    case .prediction(let pitfall): "'./scenarios run \(pitfall.id) --predict' still asks it."
    case .tracing(let tracing): "'./scenarios quiz \(tracing.pitfall.id)' still asks it."
    case .exercise(let exercise): "'./scenarios check \(exercise.name)' still checks it."
    }
  }

  /// Gives an exercise out, and says what to do.
  ///
  /// - Parameter isWatched: whether its file is checked whenever it is saved.
  mutating func tell(_ exercise: Exercise, isWatched: Bool = false) throws {
    let files = try ExerciseFiles(exercise)
    try giveOut(files)
    begin(exercise)
    print(screen.bold("Exercise \(exercise.name): \(exercise.title)"))
    let change = "Change \(files.shown(files.path)) until"
    let task = exercise.variant == nil ? "its first lines say what to achieve." : "it grows in this step."
    if let variant = exercise.variant {
      print("")
      say(variant.task)
      print("")
    }
    if isWatched {
      say(before(exercise))
      return say("\(change) the check passes; \(task)")
    }
    if exercise.step != nil {
      say("Read \(exercise.page) first: './scenarios lesson \(exercise.name)' prints it.")
    } else if isFirstOfLesson(exercise) {
      say("Read the lesson first.")
    }
    say("\(change) './scenarios check' passes; \(task)")
    say("'./scenarios watch' checks whenever you save.")
  }

  private mutating func ask(_ question: Question, _ given: String?) throws {
    let asking = Asking(question, screen)
    // With --answer, the code was shown when the question was asked.
    if given != nil { try asking.printQuestion(showsCode: false) }
    let answer = try self.answer(
      to: asking, given,
      after: question.isTraced
        ? "After the lesson: follow this run step by step." : "Answer first, then read the lesson.",
      how: "\(question.how(with: "./scenarios next")), or leave it out with './scenarios next --skip'.")
    guard let answer else { return }
    remember(answer, to: question)
    try asking.showRun()
    print("")
    asking.printVerdict(on: answer)
    print("")
    let lesson = question.pitfall.lesson
    if question.isTraced {
      return say("'./scenarios card \(question.pitfall.id)' explains it. './scenarios next' continues.")
    }
    let parts = parts(of: lesson)
    say(
      "Now read Lessons/\(lesson.rawValue)\(parts). That explains it. './scenarios next' continues.")
  }

  /// Whether the program can wait for an answer.
  var canAsk: Bool { isatty(STDIN_FILENO) != 0 }

  /// The answer that was given as an option, or else one that is typed after the question. Says how to answer, and
  /// returns nil, if none is typed.
  func answer(to asking: Asking, _ given: String?, after text: String, how: String) throws -> [Int]? {
    if let given { return try asking.answer(given) }
    say(text)
    print("")
    try asking.printQuestion()
    if canAsk, let answer = asking.readAnswer() { return answer }
    say(how)
    return nil
  }

  /// Keeps the answer, and whether it was right.
  mutating func remember(_ answer: [Int], to question: Question) {
    let isRight = question.isRight(answer)
    keep {
      $0.note(question.name, isRight: isRight)
      switch question {
      case .choice(let pitfall, _): $0.answers[pitfall.id] = answer[0]
      case .traced: $0.seen.insert(question.name)
      }
    }
  }
}
