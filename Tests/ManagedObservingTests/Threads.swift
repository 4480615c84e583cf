import Foundation
import RawObserving

/// Carries what is not `Sendable` to another thread: the one such box of these tests.
// Sound because every test that uses it either holds a lock of its own around each access to the
// value's properties, uses only what is documented as safe from any thread, or has the one thread wait
// for the other.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Runs the body in several threads at once, each with its number, and waits for all.
///
/// Returns false if they have not ended after a time that only a deadlock explains.
func inThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) -> Bool {
  // Each thread takes its copy out and lets go of it before it reports: when this function returns, no
  // thread keeps anything alive that the body captured.
  let bodies = Locked(Array(repeating: body, count: count))
  let group = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
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
  return group.wait(timeout: .now() + 150) == .success
}

/// The seconds for which this process has used a processor.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The address of a variable of the caller's frame, roughly: how deep the stack is.
@inline(never) func stackAddress() -> Int {
  var local = 0
  return withUnsafePointer(to: &local) { Int(bitPattern: $0) }
}
