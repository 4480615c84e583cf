import Foundation
import RawObserving
import Recording

/// Makes an act of a story that runs on the main actor, where it may wait for other tasks.
///
/// An act is a synchronous function, called on the main thread. So the story is started as a task, and the run
/// loop, which is what runs the main actor in an app too, is turned until the task has ended. A story that does
/// not end within half a minute is abandoned, and the finding says so.
package func onMainActor(
  _ story: @escaping @MainActor @Sendable (Story) async -> String
) -> @Sendable (Story) -> String {
  { teller in
    let finding = Locked<String?>(nil)
    Task { @MainActor in
      let found = await story(teller)
      finding.withLock { $0 = found }
    }
    let deadline = Date() + 30
    while Date() < deadline {
      if let found = finding.withLock({ $0 }) { return found }
      _ = RunLoop.main.run(mode: .default, before: Date() + 0.01)
    }
    return "the story did not end within half a minute"
  }
}

/// Lets other tasks of the main actor run until the condition holds. If it never does, ``onMainActor(_:)`` abandons the
/// story.
@MainActor
package func wait(until condition: () -> Bool) async {
  while !StoryThread.poll(condition) && !Task.isCancelled { await Task.yield() }
}

/// Cancels the tasks, and waits for their ends.
@MainActor
package func cancel(_ tasks: [Task<Void, Never>]) async {
  for task in tasks { task.cancel() }
  for task in tasks { await task.value }
}

/// Gives other tasks of the main actor many turns. For a story whose point is that nothing more happens: the number of
/// turns does not depend on how fast the machine is.
@MainActor
package func letOthersRun() async {
  for _ in 1...100 { await Task.yield() }
}
