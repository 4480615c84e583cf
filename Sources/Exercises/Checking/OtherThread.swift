import Foundation

/// An object that one thread passes to another.
// Sound because the check waits for each thread that it passes the object to before it continues.
struct Handed<Object>: @unchecked Sendable {
  let object: Object
  init(_ object: Object) { self.object = object }
}

/// Runs the body on another thread, and waits for it for a second at most. The caller's run loop stands still meanwhile.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Thread {
    body()
    isDone.signal()
  }.start()
  _ = isDone.wait(timeout: .now() + 1)
}
