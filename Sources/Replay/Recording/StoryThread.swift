import Foundation
import RawObserving

/// The threads of a story that is recorded.
package enum StoryThread {
  private static let alongside = Locked(0)

  /// Whether no thread runs at the same time as this one. Then nothing can change while a recording looks around.
  package static var isOnlyOneRunning: Bool { alongside.withLock { $0 == 0 } && (Thread.isMainThread || hasName) }

  /// A thread of the system's has no name, and runs beside the story.
  private static var hasName: Bool { Thread.current.threadDictionary[key] != nil }

  /// Asks a condition that a story waits for. How often it is asked depends on the machine, so nothing of it is recorded.
  package static func poll(_ condition: () -> Bool) -> Bool {
    let thread = ObjectIdentifier(Thread.current)
    polling.withLock { _ = $0.insert(thread) }
    defer { polling.withLock { _ = $0.remove(thread) } }
    return condition()
  }

  /// Whether this thread asks such a condition.
  static var isPolling: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return polling.withLock { $0.contains(thread) }
  }

  private static let polling = Locked<Set<ObjectIdentifier>>([])

  /// A thread begins to run alongside.
  package static func begin() { alongside.withLock { $0 += 1 } }

  /// A thread that ran alongside has ended.
  package static func end() { alongside.withLock { $0 -= 1 } }

  /// The name of the current thread in the story: `main`, or the name it was started with.
  package static var name: String {
    get {
      if Thread.isMainThread { return "main" }
      return Thread.current.threadDictionary[key] as? String ?? "a thread without a name"
    }
    // Not `Thread.name`: on Linux a name that is set before the thread starts is lost, and so is sometimes one that is
    // set just after.
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private static let key = "name in the story"
}
