import Console
import Foundation
import Exercises

/// `scenarios next`: a prediction to make, or an exercise to do.
extension CourseVerbs {
  /// What `scenarios` alone prints.
  func welcome() {
    say("Key-value observing, raw and managed: what can go wrong, and how a mediator prevents it.")
    print("")
    let done = Course.steps.count { $0.isDone(in: position) }
    let next = Course.next(after: position).map { ", lesson \($0.lesson) is next" } ?? ""
    let rows = [
      ("next", "your next step: \(done) of \(Course.steps.count) steps are done\(next)"),
      ("run REG-1", "run a pitfall, raw and then managed; any name or id"),
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

  mutating func next(_ answer: Int?) throws {
    guard let step = Course.next(after: position) else { return sayThatAllIsDone() }
    let lesson = Course.lesson(number: step.lesson)
    let done = Course.steps.count { $0.isDone(in: position) }
    say(
      "\(done) of \(Course.steps.count) steps done. Lesson \(lesson.number), \(lesson.title): Lessons/\(lesson.rawValue)"
    )
    print("")
    switch step {
    case .prediction(let pitfall): try ask(pitfall, answer)
    case .exercise(let exercise) where answer == nil: try tell(exercise)
    case .exercise(let exercise) where answer == 0:
      keep { $0.skipped.insert(exercise.name) }
      say("\(exercise.name) is left out. './scenarios check \(exercise.name)' checks it all the same.")
    case .exercise: throw UsageError("the next step is an exercise, and --answer is for predictions.")
    }
  }

  /// The position is the user's, so a new clone may begin here.
  private func sayThatAllIsDone() {
    say("You have done every step of the course.")
    say(
      "Your position is kept for all your clones: './scenarios forget' begins anew. What is left to read: "
        + "Lessons/Pitfalls, Lessons/Build and Lessons/Appendices/symptoms.md.")
  }

  private func tell(_ exercise: Exercise) throws {
    let files = try ExerciseFiles(exercise)
    try giveOut(files)
    print(screen.bold("Exercise \(exercise.name): \(exercise.title)"))
    let isFirst = Exercise.all.first { $0.lesson == exercise.lesson }?.name == exercise.name
    if isFirst { say("Read the lesson first.") }
    say(
      "Change \(files.shown(files.path)) until './scenarios check' passes; its first lines say what to "
        + "achieve.")
    say("'./scenarios watch' checks whenever you save.")
  }

  private mutating func ask(_ pitfall: Pitfall, _ given: Int?) throws {
    if given == 0 {
      remember(0, to: pitfall)
      return say("\(pitfall.id) is left out. './scenarios run \(pitfall.id) --predict' asks it all the same.")
    }
    let asking = Asking(pitfall, screen)
    if given == nil {
      say("Answer first, then read the lesson.")
      print("")
    }
    asking.printQuestion()
    // Without a terminal, the answer is an option, and the program does not wait.
    guard let answer = given ?? (isatty(STDIN_FILENO) != 0 ? asking.readAnswer() : nil) else {
      return say("Answer with './scenarios next --answer N', or leave it out with './scenarios next --skip'.")
    }
    guard answer <= pitfall.prediction.choices.count else {
      throw UsageError("--answer needs a number from 1 to \(pitfall.prediction.choices.count).")
    }
    remember(answer, to: pitfall)
    try show(pitfall.prediction.act, of: pitfall)
    print("")
    asking.printVerdict(on: answer)
    print("")
    say("Now read Lessons/\(pitfall.lesson.rawValue), which explains it. './scenarios next' continues.")
  }

  /// Runs the act that shows the answer.
  private func show(_ act: Int, of pitfall: Pitfall) throws {
    let run = PlannedRun(pitfall: pitfall, act: act - 1, era: pitfall.acts[act - 1].telling[0])
    var printer = StoryPrinter(screen, isHeaded: true)
    try ActRunner.run([run]) { printer.show($0) }
  }

  mutating func remember(_ answer: Int, to pitfall: Pitfall) {
    keep { $0.answers[pitfall.id] = answer }
  }
}
