import Foundation
import Harness
import RawObserving

/// Holds threads at one place, so that a story decides what comes first. Of the threads that it starts, one runs at a time.
final class Gate: Sendable {
  private struct Held {
    let name: String
    /// Signalled when the thread has come to the gate, or has ended.
    let reached = DispatchSemaphore(value: 0)
    let opened = DispatchSemaphore(value: 0)
    let over = DispatchSemaphore(value: 0)
  }
  private struct State {
    var isOpen = false
    var threads: [Held] = []
  }
  private let state = Locked(State())

  /// Runs the body on a new thread. Returns when the thread has come to the gate, or has ended.
  func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Held(name: name)
    state.withLock { state in
      precondition(!state.threads.contains { $0.name == name }, "two threads of a gate are named \(name)")
      state.threads.append(thread)
    }
    alongside(named: name, signalling: thread.over) {
      body()
      thread.reached.signal()
    }
    Self.wait(for: thread.reached, "the thread \(name) to come to the gate")
  }

  /// Waits until the gate is opened. The story's first thread is not held.
  func pass() {
    let (isOpen, thread) = state.withLock { state in (state.isOpen, state.threads.first { $0.name == threadName }) }
    guard !isOpen, let thread else { return }
    thread.reached.signal()
    Self.wait(for: thread.opened, "the gate to be opened for the thread \(thread.name)")
  }

  /// Opens the gate for good. Lets the threads pass, one after the other, and returns when all have ended.
  func open() {
    let threads = state.withLock { state in
      state.isOpen = true
      return state.threads
    }
    for thread in threads {
      thread.opened.signal()
      Self.wait(for: thread.over, "the thread \(thread.name) to end")
    }
  }

  /// A story that has to wait for long has gone wrong, and what follows would be in the wrong order.
  private static func wait(for place: DispatchSemaphore, _ what: String) {
    if place.wait(timeout: .now() + 20) == .timedOut { fatalError("waited for \(what) for 20 seconds") }
  }
}
