import Console
public import Exercises
import Foundation

/// The program that plays orders with a reader's own mediator: it is compiled with their file.
public enum OrderProgram {
  /// Plays the plan that the arguments name, as `scenarios orders --in-process` does.
  public static func run<Attempt: MediatorExercise>(_ attempt: Attempt.Type) -> Never {
    OwnView.make = { Attempt.Controller(observer: $0) }
    do {
      let line = try Command.table.parse(Array(CommandLine.arguments.dropFirst()))
      if case .orders(let command) = Command(line.request, Screen()) { try command.playOwn() }
      throw UsageError("this program plays orders.")
    } catch {
      Ending.fail("orders", error)
    }
  }
}
