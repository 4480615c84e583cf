import Console
import Foundation
import Harness

/// `scenarios new`: writes a first program to play with.
package struct NewProgram {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// What is written.
  enum Kind {
    case managed
    /// Its view observes by hand.
    case raw
    /// Some lines of it may run in any order.
    case orders

    var text: String {
      switch self {
      case .managed: NewProgram.text
      case .raw: NewProgram.raw
      case .orders: NewProgram.orders
      }
    }
  }

  func write(_ name: String?, _ kind: Kind) throws {
    let base =
      name.map { $0.hasSuffix(".swift") ? String($0.dropLast(6)) : $0 } ?? (kind == .orders ? "orders" : "play")
    guard !base.isEmpty, base.first != ".", !base.contains("/") else {
      throw UsageError("\(quoted(name ?? "")) is no name for a file in exercises/.")
    }
    let root = try PackageRoot.find()
    let file = root.appending(path: "exercises/\(base).swift")
    let path = PackageRoot.shown("exercises/\(base).swift", in: root)
    if FileManager.default.fileExists(atPath: file.path) {
      let option = kind == .orders ? "--orders " : kind == .raw ? "--raw " : ""
      throw OutputError(message: "\(path) is there already. './scenarios new \(option)NAME' writes another one.")
    }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try kind.text.write(to: file, atomically: true, encoding: .utf8)
    } catch { throw OutputError(message: "\(path) cannot be written: \(reason(of: error)).") }
    print("\(path) has a clock, and a view that observes it.")
    print("")
    let command = PackageRoot.command(in: root)
    if kind == .orders {
      print("    \(command) orders \(path.shellWord)  plays its last lines in every order")
      print("    \(command) play \(path.shellWord)    draws them in the order in which they stand")
    } else {
      print("    \(command) play \(path.shellWord)   draws what happens")
      print("    \(command) watch \(path.shellWord)  draws it again whenever you save it")
    }
    print("")
    let ideas: [String] =
      switch kind {
      case .managed:
        [
          "Change the program and play it again: observe the clock twice, or set the view to nil earlier.",
          "'./scenarios new --raw NAME' writes a program that observes by hand.",
        ]
      case .raw: ["Change the program and play it again: add the observer twice, or delete the line that removes it."]
      case .orders:
        [
          "Put lines of your own app in their place, with its classes above them. './scenarios help orders' has the rules."
        ]
      }
    for line in ideas.flatMap({ screen.lines($0) }) { print(line) }
  }

  package static let text = """
    import ManagedObserving
    import RawObserving

    final class Clock: KeyValueObject {
      @Observed var date = 0
    }

    final class ClockView: KeyValueObject {
      func show(_ date: Int) { print("the view shows \\(date)") }
    }

    let clock = Clock()
    var view: ClockView? = ClockView()
    view?.kvoController.observe(clock, \\.$date) { view, _, change in view.show(change.value) }
    clock.date = 1

    view = nil
    clock.date = 2

    """

  static let raw = """
    import RawObserving

    final class Clock: KeyValueObject {
      @Observed var date = 0
    }

    final class ClockView: KeyValueObject {
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
      ) {
        print("the view shows \\(change.newValue ?? "nothing")")
      }
    }

    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.date = 1

    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 2

    """

  static let orders = """
    import RawObserving

    // What can be observed inherits from KeyValueObject, as a class of an app does from NSObject.
    final class Clock: KeyValueObject {
      @Observed var date = 0
    }

    final class ClockView: KeyValueObject {
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
      ) {}
    }

    var clock: Clock! = Clock()
    var view: ClockView! = ClockView()

    // in any order:
    clock.addObserver(view, forKeyPath: "date")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    view = nil
    clock = nil

    """
}
