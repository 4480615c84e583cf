import Foundation
import RawObserving

@testable import BuiltMediator

typealias Controller = Attempt.Controller

final class Room: KeyValueObject {
  @Observed var target = 0
}

/// An observer, which owns its controller.
final class View {
  var controller: Controller?
}

/// Carries what is not `Sendable` to another thread.
// Sound because every test that uses it holds a lock of its own while it sets a property, and otherwise calls what is
// documented as safe from any thread.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Runs the body in several threads at once, each with its number. Returns false if they do not end.
func inThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) -> Bool {
  let group = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  // Each thread takes its copy out and releases it before it reports.
  let bodies = Locked(Array(repeating: body, count: count))
  for number in 0..<count {
    group.enter()
    Thread {
      start.wait()
      do {
        let body = bodies.withLock { $0.removeLast() }
        body(number)
      }
      group.leave()
    }.start()
  }
  for _ in 0..<count { start.signal() }
  return group.wait(timeout: .now() + 100) == .success
}
