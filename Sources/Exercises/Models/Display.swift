import Foundation
import RawObserving

/// A place on the screen that shows a number. It remembers every number that it has shown.
public final class Display: Sendable {
  private let shown = Locked<[(number: Int, thread: String)]>([])

  /// Creates a display that shows nothing.
  public init() {}

  /// Shows the number in place of the one before. Safe from any thread.
  public func show(_ number: Int) {
    let thread = Thread.isMainThread ? "main" : Thread.current.name ?? "another"
    shown.withLock { $0.append((number, thread)) }
  }

  /// The number that it shows; nil if it shows nothing.
  public var number: Int? { history.last }

  /// Every number that it has shown, the earliest first.
  public var history: [Int] { shown.withLock { $0.map(\.number) } }

  /// The name of the thread that showed each number, the earliest first.
  var threads: [String] { shown.withLock { $0.map(\.thread) } }
}

extension Check {
  /// Notes whether the display shows the number now.
  func expect(_ display: Display, shows number: Int, _ what: String) {
    expect(
      display.number == number, "\(what) shows \(number)",
      saw: display.number.map { "it shows \($0)" } ?? "it shows nothing")
  }

  /// Notes whether the numbers that the display has shown are these.
  func expect(_ display: Display, hasShown numbers: [Int], _ wanted: String) {
    expect(
      display.history == numbers, wanted,
      saw: display.history.isEmpty ? "it has shown nothing" : "it has shown \(listed(display.history))")
  }

  /// The numbers with commas in between.
  func listed(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
}
