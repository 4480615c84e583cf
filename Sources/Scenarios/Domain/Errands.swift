import RawObserving

/// A minimal queue of work that other threads leave for this one.
final class Errands: Sendable {
  private let tasks = Locked<[@Sendable () -> Void]>([])

  /// Adds work, from any thread.
  func add(_ task: @escaping @Sendable () -> Void) {
    tasks.withLock { $0.append(task) }
  }

  /// Does the work in order, on the calling thread.
  func run() {
    while let task = tasks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { task() }
  }
}
