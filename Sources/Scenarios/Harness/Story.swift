import Foundation
import RawObserving

/// Tells what happens while an act runs, a line at a time.
struct Story: Sendable {
  func say(_ line: String) {
    print("  " + line)
  }
}

/// Tells whether an object is still alive, without keeping it so.
struct Probe {
  private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }

  var isAlive: Bool { object != nil }
}

/// Carries an object, or a reference to one, that is not `Sendable` to another thread.
// Sound only where the story itself orders the accesses: an act that shares an object this way waits
// for the other thread before it touches the object again, or takes a lock.
struct Shared<Object>: @unchecked Sendable {
  let object: Object

  init(_ object: Object) {
    self.object = object
  }
}

/// Runs the body on a thread of its own and waits for its end.
func onAnotherThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let finished = DispatchSemaphore(value: 0)
  // The thread takes the body out and lets it go before it reports: what the body captures is then held by
  // nobody there any more, and the story can see it go.
  let bodies = Locked([body])
  let thread = Thread {
    // Not `Thread.name`: on Linux a name given before the start is lost, and so, at times, is one given
    // just after it.
    Thread.current.threadDictionary[threadNameKey] = name
    bodies.withLock { $0.removeLast() }()
    finished.signal()
  }
  thread.start()
  finished.wait()
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
