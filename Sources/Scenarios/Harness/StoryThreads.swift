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

/// Runs the body on a thread of its own and waits for its end.
func onAnotherThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let finished = DispatchSemaphore(value: 0)
  // The thread takes the body out and lets it go before it reports: what the body captures is then held by
  // nobody there any more, and the story can see it go.
  let bodies = Locked([body])
  startThread(named: name) {
    bodies.withLock { $0.removeLast() }()
    finished.signal()
  }
  finished.wait()
}

/// Runs the body on a thread of its own, alongside this one.
///
/// - Parameter over: signalled when the body has ended and what it captures is let go.
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
    // Not `Thread.name`: on Linux a name given before the start is lost, and so, at times, is one given
    // just after it.
    Thread.current.threadDictionary[threadNameKey] = name
    body()
  }.start()
}

/// Lets the main thread do what was sent to it until the condition holds, for ten seconds at most.
@MainActor
func runMainThread(until isDone: () -> Bool) {
  let deadline = Date() + 10
  while !isDone() && Date() < deadline {
    _ = RunLoop.main.run(mode: .default, before: Date() + 0.01)
  }
}

/// What the stories call the thread this runs on: `main`, or the name it was started with.
var threadName: String {
  if Thread.isMainThread { return "main" }
  return Thread.current.threadDictionary[threadNameKey] as? String ?? "a thread without a name"
}

private let threadNameKey = "name in the story"
