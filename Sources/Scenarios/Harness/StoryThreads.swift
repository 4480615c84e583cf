import Foundation
import RawObserving

/// The threads of a story.
enum StoryThreads {
  private static let alongside = Locked(0)

  /// Whether no thread runs at the same time as this one. Then nothing can change while a recording looks around.
  static var isOnlyOneRunning: Bool { alongside.withLock { $0 == 0 } }

  /// Waits until the threads that run alongside have ended, for two seconds at most.
  static func waitForOthers() {
    let deadline = Date() + 2
    while !isOnlyOneRunning && Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
  }

  fileprivate static func begin() { alongside.withLock { $0 += 1 } }

  fileprivate static func end() { alongside.withLock { $0 -= 1 } }
}

/// Runs the body on a new thread and waits for its end.
func onAnotherThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let finished = DispatchSemaphore(value: 0)
  // The thread takes the body out and releases it before it reports: then it no longer holds what the body captures,
  // and the story can see that deallocated.
  let bodies = Locked([body])
  startThread(named: name) {
    bodies.withLock { $0.removeLast() }()
    finished.signal()
  }
  finished.wait()
}

/// Runs the body on a new thread, alongside this one.
///
/// - Parameter over: signalled when the body has ended and its captures are released.
func alongside(named name: String, signalling over: DispatchSemaphore? = nil, _ body: @escaping @Sendable () -> Void) {
  StoryThreads.begin()
  let bodies = Locked([body])  // as above
  startThread(named: name) {
    bodies.withLock { $0.removeLast() }()
    StoryThreads.end()
    over?.signal()
  }
}

private func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  Thread {
    // Not `Thread.name`: on Linux a name that is set before the thread starts is lost, and so is sometimes one that is
    // set just after.
    Thread.current.threadDictionary[threadNameKey] = name
    body()
  }.start()
}

/// Runs the work that was sent to the main thread until the condition holds, for ten seconds at most.
@MainActor
func runMainThread(until isDone: () -> Bool) {
  let deadline = Date() + 10
  while !isDone() && Date() < deadline {
    _ = RunLoop.main.run(mode: .default, before: Date() + 0.01)
  }
}

/// The name of the current thread in the stories: `main`, or the name it was started with.
var threadName: String {
  if Thread.isMainThread { return "main" }
  return Thread.current.threadDictionary[threadNameKey] as? String ?? "a thread without a name"
}

private let threadNameKey = "name in the story"
