import Foundation
internal import RawObserving

/// Lets a few tests run at a time, and the others wait without a thread.
///
/// Swift Testing starts all tests at once, and Swift's pool has as many threads as the machine has cores. Without turns,
/// the task that waits for the process of an exit test comes after all other tests. As long as a process has ended and no
/// task waits for it, a thread of Swift Testing's asks for it in a loop, and takes processor time from the tests.
package final class Turns: Sendable {
  /// The turn of one test.
  package final class Turn: Sendable {
    private let state = Locked((ran: Duration.zero, since: Optional(ContinuousClock.now)))

    /// How long the test ran up to now: without waiting to lend its turn, and for a thread to go on with afterwards.
    package var ran: Duration {
      state.withLock { $0.ran + ($0.since.map { $0.duration(to: .now) } ?? .zero) }
    }

    fileprivate func pause() {
      state.withLock { $0 = ($0.ran + ($0.since.map { $0.duration(to: .now) } ?? .zero), nil) }
    }

    fileprivate func goOn() { state.withLock { $0.since = .now } }
  }

  private struct State {
    /// Less than zero if more tests go on than should, because some took their turns back.
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>
  /// For the tests that have lent their turn. These do not all go on at once either.
  private let lent: Turns?

  /// Twice the cores, because a test that waits for a process needs no core.
  static let shared = Turns(
    2 * ProcessInfo.processInfo.activeProcessorCount, lent: 8 * ProcessInfo.processInfo.activeProcessorCount)

  package init(_ count: Int, lent: Int? = nil) {
    state = Locked(State(free: count))
    self.lent = lent.map { Turns($0) }
  }

  /// The turn that this task has.
  @TaskLocal static var mine: Turn?

  /// Performs the work when it is its turn, in the order in which it came.
  package func take(_ work: (Turn) async throws -> Void) async throws {
    await begin()
    defer { end() }
    let turn = Turn()
    try await Self.$mine.withValue(turn) { try await work(turn) }
  }

  /// Lets another test go on while the work waits. Then this one goes on at once, so that it does not queue twice.
  /// The work says when it begins and ends.
  fileprivate func lend<Value>(_ work: (Turn?) async throws -> Value) async rethrows -> Value {
    guard let turn = Self.mine, let lent else { return try await work(nil) }
    end()
    turn.pause()
    await lent.begin()
    defer {
      lent.end()
      state.withLock { $0.free -= 1 }
      turn.goOn()
    }
    return try await work(turn)
  }

  /// Lends this test's turn to others while it does work that mostly waits and needs no thread for it.
  package func waiting<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    try await lend { turn in
      turn?.goOn()
      defer { turn?.pause() }
      return try await work()
    }
  }

  /// Does work that mostly waits, on a new thread, and lends this test's turn to others meanwhile.
  fileprivate func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await lend { turn in
      try await withCheckedThrowingContinuation { continuation in
        Thread {
          turn?.goOn()
          let result = Result(catching: work)
          turn?.pause()
          continuation.resume(with: result)
        }.start()
      }
    }
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
  try await Turns.shared.waiting(work)
}

/// Does work that mostly waits, on a new thread, so that other tests go on meanwhile.
package func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await Turns.shared.aside(work)
}
