import Foundation
import RawObserving

extension Check {
  /// Runs the body on the main actor, and returns when it is done, or after 10 seconds.
  ///
  /// The main thread runs its run loop meanwhile, so that work that waits for the main actor gets its turn.
  func onMainActor(_ body: @escaping @MainActor @Sendable () async -> Void) {
    let isDone = Locked(false)
    Task { @MainActor in
      await body()
      isDone.withLock { $0 = true }
    }
    let limit = Date.now.addingTimeInterval(10)
    while !isDone.withLock(\.self) && Date.now < limit {
      if Thread.isMainThread {
        _ = RunLoop.main.run(mode: .default, before: Date.now.addingTimeInterval(0.01))
      } else {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    if !isDone.withLock(\.self) { expect(false, "this step ends within 10 seconds", saw: "it is still running") }
  }

  /// Lets other work of the main actor run until the condition holds, and a little longer.
  @MainActor
  func letOthersRun(forAtMost duration: Duration, until condition: () -> Bool) async {
    let limit = ContinuousClock.now + duration
    while !condition() && ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(5)) }
    try? await Task.sleep(for: .milliseconds(30))
  }
}
