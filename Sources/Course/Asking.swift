import Console
import Foundation
import Harness

/// Asks a question, and says whether the answer was right.
struct Asking {
  let question: Question
  private let screen: Screen

  init(_ question: Question, _ screen: Screen) {
    (self.question, self.screen) = (question, screen)
  }

  /// Prints the question and the choices. The title and the name of the pitfall come after the answer: they often
  /// tell it.
  ///
  /// - Parameter showsCode: Whether to print the code before the question.
  func printQuestion(showsCode: Bool = true) throws {
    print(screen.bold("\(question.pitfall.id): what will happen?"), terminator: "\n\n")
    if showsCode { CodeListing(screen).printForQuestion(try question.code()) }
    for line in screen.lines(question.text) { print(line) }
    print("")
    if question.choices.isEmpty { return }
    for (index, choice) in question.choices.enumerated() {
      print("  \(index + 1)  " + screen.lines(choice, indent: 5).joined(separator: "\n     "))
    }
    print("")
  }

  /// An answer that was typed; nil at the end of the input.
  func readAnswer() -> [Int]? {
    while true {
      print("What do you expect? Type \(question.wanted): ", terminator: "")
      StandardStreams.flush()
      guard let line = readLine() else {
        print("")
        return nil
      }
      if let answer = question.answer(line) { return answer }
      print("Type \(question.wanted); Ctrl-D ends this.")
    }
  }

  /// The answer that was given as an option.
  func answer(_ typed: String) throws -> [Int] {
    guard let answer = question.answer(typed) else { throw UsageError("--answer needs \(question.wanted).") }
    return answer
  }

  func printVerdict(on answer: [Int]) {
    let (expected, why, right) = question.verdict(on: answer)
    let isRight = question.isRight(answer)
    say("You expected: \(expected)", isRight ? screen.rightSign : screen.wrongSign)
    if !why.isEmpty { say(isRight ? why : "Why not: \(why)", " ") }
    if let right { say("The answer is: \(right)", " ") }
  }

  /// Runs the act that shows the answer.
  func showRun() throws {
    let pitfall = question.pitfall
    let run = PlannedRun(pitfall: pitfall, index: question.act - 1, era: pitfall.acts[question.act - 1].telling[0])
    var printer = StoryPrinter(screen, isHeaded: true)
    try ActRunner.run([run]) { printer.show($0) }
  }

  private func say(_ text: String, _ sign: String) {
    print("\(sign) " + screen.lines(text, indent: 2).joined(separator: "\n  "))
  }
}
