import Console
import Foundation
import Marking
import Pictures
public import RawObserving

/// The program that plays orders with a reader's own mediator: it is compiled with their file.
public enum OrderProgram {
  /// Plays the plan that the arguments name, as `scenarios orders --in-process` does.
  ///
  /// - Parameter make: makes the controller of an observer.
  public static func run(_ make: @escaping (_ observer: AnyObject) -> OwnController) -> Never {
    OwnView.make = make
    do {
      let table = CommandTable<OrdersCommand>(
        "orders", purpose: "", groups: [.init("", [OrdersCommand.verb])], implied: OrdersCommand.verb, closing: "")
      let line = try table.parse(Array(CommandLine.arguments.dropFirst()))
      if case .command(let command) = line.request { try command.playOwn() }
      throw UsageError("this program plays orders.")
    } catch {
      Ending.fail("orders", error)
    }
  }
}

/// A controller of the reader's own, as far as the stories need it.
public struct OwnController {
  let observe: (KeyValueObject, String, @escaping (_ observer: AnyObject, _ object: KeyValueObject) -> Void) -> Void
  let unobserve: (KeyValueObject, String) -> Void

  /// - Parameters:
  ///   - observe: observes a key path of an object, and calls the closure with the observer and the object.
  ///   - unobserve: ends that.
  public init(
    observe: @escaping (KeyValueObject, String, @escaping (AnyObject, KeyValueObject) -> Void) -> Void,
    unobserve: @escaping (KeyValueObject, String) -> Void
  ) {
    (self.observe, self.unobserve) = (observe, unobserve)
  }
}

extension OrderProgram {
  /// The main file beside a file with a mediator, which declares `Attempt`.
  fileprivate static let main = """
    import Exercises
    import Orders

    OrderProgram.run { observer in
      let controller = Attempt.Controller(observer: observer)
      return OwnController(
        observe: { object, keyPath, call in
          controller.observe(object, keyPath, options: []) { observer, object, _ in call(observer, object) }
        },
        unobserve: controller.unobserve)
    }

    """
}

extension LearnersProgram {
  /// Compiles a file with a mediator, into a program that plays orders with it.
  ///
  /// - Throws: `CompilerError` with what the compiler says; `InputError` if there is no file, or no compiler.
  init(playingOrdersOf file: String, isColoured: Bool) throws {
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw InputError(message: "\(quoted(file)) cannot be read. --mine takes a file of 'Build a mediator'.")
    }
    // The compiler would print what is in it.
    _ = try PlayedRun.text(of: file)
    guard PlayedRun.isPlainFile(file) else { throw InputError(message: "\(quoted(file)) is no file in a folder.") }
    let modules = [
      "Console", "RawObserving", "ManagedObserving", "Recording", "Harness", "Marking", "Pictures", "Exercises",
      "Orders",
    ]
    try self.init(
      BuiltModules(modules), main: OrderProgram.main,
      missing: ["The file needs 'enum Attempt: MediatorExercise', as the files of 'Build a mediator' have it."],
      in: URL(fileURLWithPath: "."), isColoured: isColoured
    ) { _ in [file.hasPrefix("-") ? "./\(file)" : file] }
  }
}
