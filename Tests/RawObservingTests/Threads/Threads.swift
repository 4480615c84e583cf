import Foundation
import RawObserving
import Synchronization

/// Objects that several threads of a test use: the one such box of these tests.
// Sound as Sendable: adding and removing are safe from any thread, and each test sets properties under
// a lock of its own. Whatever else the objects hold says for itself who may touch it.
struct Shared<Objects>: @unchecked Sendable {
  let objects: Objects

  init(_ objects: Objects) { self.objects = objects }
}

/// Runs `body` on that many threads, which start together, and waits until all are done. Ends the process
/// after a time that only a deadlock explains.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
  // A thread takes its copy out and lets it go before it reports, so that what the body captures is
  // released when this function returns.
  let bodies = Locked(Array(repeating: body, count: count))
  let isOpen = Locked(false)
  let working = Locked(count)
  for index in 0..<count {
    let thread = Thread {
      while !isOpen.withLock({ $0 }) { sched_yield() }
      bodies.withLock { $0.removeLast() }(index)
      working.withLock { $0 -= 1 }
    }
    thread.start()
  }
  isOpen.withLock { $0 = true }
  let deadline = Date() + 150
  while working.withLock({ $0 > 0 }) {
    if Date() > deadline { fatalError("the threads of this test wait for each other") }
    usleep(200)
  }
}

/// An observer that counts its calls, apart for the thread that owns it and all others.
final class CallCounter: KeyValueObject {
  /// Calls on the thread that `owner` names. Touched by that thread alone.
  private(set) var own = 0
  private let others = Atomic<Int>(0)
  /// Written before the counter observes anything.
  private let owner: pthread_t?

  init(ownedByThisThread isOwned: Bool = false) {
    owner = isOwned ? pthread_self() : nil
  }

  /// Calls on any other thread.
  var foreign: Int { others.load(ordering: .sequentiallyConsistent) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    if let owner, pthread_equal(owner, pthread_self()) != 0 {
      own += 1
    } else {
      others.add(1, ordering: .sequentiallyConsistent)
    }
  }
}
