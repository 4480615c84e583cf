import Foundation
import RawObserving

/// A place on the screen that shows a number. It remembers every number that it has shown.
public final class Display: Sendable {
  private let shown = Locked<[(number: Int, isOnMain: Bool)]>([])

  /// Creates a display that shows nothing.
  public init() { DispatchQueue.main.setSpecific(key: mainQueueKey, value: true) }

  /// Shows the number instead of the one before. Safe from any thread.
  public func show(_ number: Int) {
    let isOnMain = isMain
    shown.withLock { $0.append((number, isOnMain)) }
  }

  /// The number that it shows; nil if it shows nothing.
  public var number: Int? { history.last }

  /// Every number that it has shown, the earliest first.
  public var history: [Int] { shown.withLock { $0.map(\.number) } }

  /// The numbers that another thread than the main thread has shown.
  var shownElsewhere: [Int] { shown.withLock { $0.filter { !$0.isOnMain }.map(\.number) } }
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

  /// Notes whether the display shows no number while the body runs.
  func expectNothing(on display: Display, _ wanted: String, during body: () -> Void) {
    let count = display.history.count
    body()
    let shown = display.history.dropFirst(count)
    expect(shown.isEmpty, wanted, saw: "it shows \(listed(Array(shown)))")
  }

  /// The numbers with commas in between.
  func listed(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "nothing" : numbers.map(String.init).joined(separator: ", ")
  }
}

/// Whether the caller runs on the main thread. In a process that leaves its main thread to Dispatch, as an exit test on
/// Linux does, it is whether the caller runs on the main queue.
private var isMain: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueKey) == true }

private let mainQueueKey = DispatchSpecificKey<Bool>()
