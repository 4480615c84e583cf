import Console
import Foundation
import Harness

/// `scenarios new`: writes a first program to play with.
package struct NewProgram {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// - Parameter isRaw: whether its view observes by hand.
  func write(_ name: String?, isRaw: Bool) throws {
    let base = name.map { $0.hasSuffix(".swift") ? String($0.dropLast(6)) : $0 } ?? "play"
    guard !base.isEmpty, base.first != ".", !base.contains("/") else {
      throw UsageError("\(quoted(name ?? "")) is no name for a file in exercises/.")
    }
    let root = try PackageRoot.find()
    let file = root.appending(path: "exercises/\(base).swift")
    let path = PackageRoot.shown("exercises/\(base).swift", in: root)
    let command = PackageRoot.command(in: root)
    if FileManager.default.fileExists(atPath: file.path) {
      throw OutputError(message: "\(path) is there already. './scenarios new NAME' writes another one.")
    }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (isRaw ? Self.raw : Self.text).write(to: file, atomically: true, encoding: .utf8)
    } catch { throw OutputError(message: "\(path) cannot be written: \(reason(of: error)).") }
    print("\(path) has a clock, and a view that observes it.")
    print("")
    print("    \(command) play \(path.shellWord)   draws what happens")
    print("    \(command) watch \(path.shellWord)  draws it again whenever you save it")
    print("")
    let ideas =
      isRaw
      ? "Change the program and play it again: add the observer twice, or delete the line that removes it."
      : "Change the program and play it again: observe the clock twice, or set the view to nil earlier."
    for line in screen.lines(ideas) { print(line) }
    if !isRaw {
      for line in screen.lines("'./scenarios new --raw NAME' writes a program that observes by hand.") { print(line) }
    }
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
}
