import Foundation
import RawObserving

/// A run that is to be made.
struct PlannedRun: Sendable {
  let pitfall: Pitfall
  /// The index of the act.
  let act: Int
  let era: Era

  /// The eras that tell of each of those acts.
  static func plan(_ pitfall: Pitfall, _ acts: some Sequence<Int>, in era: Era? = nil) -> [PlannedRun] {
    acts.flatMap { act in
      (era.map { [$0] } ?? pitfall.acts[act].telling).map { PlannedRun(pitfall: pitfall, act: act, era: $0) }
    }
  }
}

extension ActRunner {
  /// Makes the runs, as many at a time as there are processors, and reports each in the order of the plan.
  static func run(
    _ plan: [PlannedRun], recording detail: RecordingDetail? = nil, _ report: (ActResult) -> Void
  ) throws {
    let results = plan.map { _ in Locked<Result<ActResult, any Error>?>(nil) }
    let ready = plan.map { _ in DispatchSemaphore(value: 0) }
    let next = Locked(0)
    for _ in 0..<min(ProcessInfo.processInfo.activeProcessorCount, plan.count) {
      Thread {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < plan.count else { return }
          let planned = plan[index]
          let result = Result { try run(planned.act, of: planned.pitfall, in: planned.era, recording: detail) }
          results[index].withLock { $0 = result }
          ready[index].signal()
        }
      }.start()
    }
    for index in plan.indices {
      ready[index].wait()
      if let result = results[index].withLock({ $0 }) { report(try result.get()) }
    }
  }
}
