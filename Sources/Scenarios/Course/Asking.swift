import Console
import Foundation

/// Asks for a prediction, and says whether it was right.
struct Asking {
  private let pitfall: Pitfall
  private let screen: Screen
  private var choices: [Prediction.Choice] { pitfall.prediction.choices }

  init(_ pitfall: Pitfall, _ screen: Screen) {
    (self.pitfall, self.screen) = (pitfall, screen)
  }

  /// Prints the question and the choices. The title and the name of the pitfall come after the answer: they often
  /// tell it.
  func printQuestion() {
    print(screen.bold("\(pitfall.id): a prediction"), terminator: "\n\n")
    for line in screen.lines(pitfall.prediction.question) { print(line) }
    print("")
    for (index, choice) in choices.enumerated() {
      print("  \(index + 1)  " + screen.lines(choice.text, indent: 5).joined(separator: "\n     "))
    }
    print("")
  }

  /// The number of a typed choice, counted from 1; nil at the end of the input.
  func readAnswer() -> Int? {
    while true {
      print("What do you expect? 1 to \(choices.count): ", terminator: "")
      StandardStreams.flush()
      guard let line = readLine() else {
        print("")
        return nil
      }
      if let number = Int(line.trimmingCharacters(in: .whitespaces)), 1...choices.count ~= number { return number }
      print("Type a number from 1 to \(choices.count); Ctrl-D ends this.")
    }
  }

  /// - Parameter answer: the number of a choice, counted from 1.
  func printVerdict(on answer: Int) {
    let choice = choices[answer - 1]
    say("You expected: \(choice.text) \(choice.because)", choice.isRight ? screen.rightSign : screen.wrongSign)
    if !choice.isRight, let right = choices.first(where: \.isRight) {
      say("It is: \(right.text) \(right.because)", " ")
    }
  }

  private func say(_ text: String, _ sign: String) {
    print("\(sign) " + screen.lines(text, indent: 2).joined(separator: "\n  "))
  }
}
