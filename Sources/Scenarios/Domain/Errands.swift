import RawObserving

/// Work that other threads leave for this one: a queue as small as can be.
final class Errands: Sendable {
  private let tasks = Locked<[@Sendable () -> Void]>([])

  /// Leaves work, from any thread.
  func add(_ task: @escaping @Sendable () -> Void) {
    tasks.withLock { $0.append(task) }
  }

  /// Does what was left, in order, on the calling thread.
  func run() {
    while let task = tasks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { task() }
  }
}
