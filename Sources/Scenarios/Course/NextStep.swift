@preconcurrency import Foundation
import Exercises

/// `scenarios next`: a prediction to make, or an exercise to do.
extension CourseVerbs {
  /// What `scenarios` alone prints.
  func welcome() {
    say("Raw beside managed: what goes wrong when objects observe each other, and how a mediator puts it right.")
    print("")
    let done = Course.steps.count { $0.isDone(in: position) }
    let next = Course.next(after: position).map { ", lesson \($0.lesson) is next" } ?? ""
    print("  scenarios next         your next step: \(done) of \(Course.steps.count) are done\(next)")
    print("  scenarios run REG-1    run a pitfall, raw and then managed; any name or id")
    print("  scenarios list         list every pitfall")
    print("  scenarios help         everything else")
    print("\nThe course begins with Lessons/\(Lesson.start.rawValue).")
  }

  mutating func next(_ answer: Int?) throws {
    guard let step = Course.next(after: position) else { return say("You have done every step of the course.") }
    let lesson = Course.lesson(number: step.lesson)
    let done = Course.steps.count { $0.isDone(in: position) }
    print("Lesson \(lesson.number), \(lesson.title): Lessons/\(lesson.rawValue)")
    print("\(done) of \(Course.steps.count) steps done\n")
    switch step {
    case .prediction(let pitfall): try ask(pitfall, answer)
    case .exercise(let exercise) where answer == nil: tell(exercise)
    case .exercise(let exercise) where answer == 0:
      keep { $0.skipped.insert(exercise.name) }
      say("\(exercise.name) is left out. 'scenarios check \(exercise.name)' checks it all the same.")
    case .exercise: throw UsageError("the next step is an exercise, and --answer is for predictions.")
    }
  }

  private func tell(_ exercise: Exercise) {
    say("Exercise \(exercise.name): \(exercise.title)")
    say("Read the lesson first.")
    say(
      "Change Lessons/Exercises/\(exercise.file) until 'scenarios check' passes; its first lines say what to achieve.")
    say("'scenarios watch' checks whenever you save.")
  }

  private mutating func ask(_ pitfall: Pitfall, _ given: Int?) throws {
    let prediction = pitfall.prediction
    say("\(pitfall.id), \(pitfall.title). \(prediction.question)")
    print("")
    for (index, choice) in prediction.choices.enumerated() {
      let lines = wrapped(choice.text, to: 76)
      print("\(index + 1). \(lines.joined(separator: "\n   "))")
    }
    print("")
    guard let answer = try given ?? read(of: prediction.choices.count) else {
      return say("Answer with 'scenarios next --answer N', or leave it out with 'scenarios next --skip'.")
    }
    guard answer <= prediction.choices.count else {
      throw UsageError("--answer needs a number from 1 to \(prediction.choices.count).")
    }
    defer { keep { $0.answers[pitfall.id] = answer } }
    if answer > 0 {
      let choice = prediction.choices[answer - 1]
      say("\(choice.isRight ? signs.right : signs.wrong) \(choice.because)")
      if !choice.isRight, let right = prediction.choices.first(where: \.isRight) {
        say("It is: \(right.text) \(right.because)")
      }
    }
    say("See it: scenarios run \(pitfall.id) --act \(prediction.act)")
  }

  /// The number of a choice that somebody types; nil where nobody does.
  private func read(of count: Int) throws -> Int? {
    guard isatty(STDIN_FILENO) != 0 else { return nil }
    while true {
      print("Your prediction, 1 to \(count): ", terminator: "")
      fflush(stdout)
      guard let line = readLine() else { return nil }
      if let number = Int(line.trimmingCharacters(in: .whitespaces)), 1...count ~= number { return number }
    }
  }
}
