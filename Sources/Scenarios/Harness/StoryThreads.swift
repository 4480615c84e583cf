package import Foundation
import RawObserving
import Recording

/// Runs the body on a new thread and waits for its end.
///
/// - Parameter stackSize: in bytes; nil for the system's own.
package func onAnotherThread(named name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
  let finished = DispatchSemaphore(value: 0)
  // The thread takes the body out and releases it before it reports: then it no longer holds what the body captures,
  // and the story can see that deallocated.
  let bodies = Locked([body])
  startThread(named: name, stackSize) {
    bodies.withLock { $0.removeLast() }()
    finished.signal()
  }
  finished.wait()
}

/// Runs the body on a new thread, alongside this one.
///
/// - Parameter over: signalled when the body has ended and its captures are released.
package func alongside(
  named name: String, signalling over: DispatchSemaphore? = nil, _ body: @escaping @Sendable () -> Void
) {
  StoryThread.begin()
  let bodies = Locked([body])  // as above
  startThread(named: name) {
    bodies.withLock { $0.removeLast() }()
    StoryThread.end()
    over?.signal()
  }
}

private func startThread(named name: String, _ stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
  let thread = Thread {
    StoryThread.name = name
    body()
  }
  if let stackSize { thread.stackSize = stackSize }
  thread.start()
}

/// Runs the work that was sent to the main thread until the condition holds, for ten seconds at most.
@MainActor
package func runMainThread(until isDone: () -> Bool) {
  let deadline = Date() + 10
  while !StoryThread.poll(isDone) && Date() < deadline {
    _ = RunLoop.main.run(mode: .default, before: Date() + 0.01)
  }
}

/// The name of the current thread in the stories: `main`, or the name it was started with.
package var threadName: String { StoryThread.name }
