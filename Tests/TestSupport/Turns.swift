import Foundation
internal import RawObserving

/// Lets a few tests run at a time, and the others wait without a thread.
///
/// Swift Testing starts all tests at once, and Swift's pool has as many threads as the machine has cores. Without turns,
/// the task that waits for the process of an exit test comes after all other tests. As long as a process has ended and no
/// task waits for it, a thread of Swift Testing's asks for it in a loop, and takes processor time from the tests.
final class Turns: Sendable {
  private struct State {
    /// Less than zero if more tests go on than should, because some took their turns back.
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  /// Twice the cores, because a test that waits for a process needs no core.
  static let shared = Turns(2 * ProcessInfo.processInfo.activeProcessorCount)
  /// For the tests that have lent their turn. These do not all go on at once either.
  private static let lent = Turns(8 * ProcessInfo.processInfo.activeProcessorCount)

  init(_ count: Int) { state = Locked(State(free: count)) }

  /// Whether this task has its turn already. A suite inside another one may have the trait, too.
  @TaskLocal private static var isMine = false

  /// Performs the work when it is its turn, in the order in which it came.
  func take(_ work: () async throws -> Void) async throws {
    if Self.isMine { return try await work() }
    await begin()
    defer { end() }
    try await Self.$isMine.withValue(true) { try await work() }
  }

  /// Lets another test go on while the work waits. Then this one goes on at once, so that it does not queue twice.
  fileprivate func lend<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    if !Self.isMine { return try await work() }
    end()
    await Self.lent.begin()
    defer {
      Self.lent.end()
      state.withLock { $0.free -= 1 }
    }
    return try await work()
  }

  private func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.free >= 0 && !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// Does work that mostly waits and needs no thread for it, so that other tests go on meanwhile.
package func waiting<Value>(_ work: () async throws -> Value) async rethrows -> Value {
  try await Turns.shared.lend(work)
}

/// Does work that mostly waits, on a new thread, so that other tests go on meanwhile.
package func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await waiting {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
  }
}
