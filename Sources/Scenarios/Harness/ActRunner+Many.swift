package import Foundation
package import RawObserving

/// A run to be made.
package struct PlannedRun: Sendable {
  package let pitfall: Pitfall
  /// The index of the act among those of the pitfall. Its number is one more.
  package let index: Int
  package let era: Era

  package init(pitfall: Pitfall, index: Int, era: Era) { (self.pitfall, self.index, self.era) = (pitfall, index, era) }

  /// The eras in which each of those acts is run.
  package static func plan(_ pitfall: Pitfall, _ acts: some Sequence<Int>, in era: Era? = nil) -> [PlannedRun] {
    acts.flatMap { index in
      (era.map { [$0] } ?? pitfall.acts[index].telling).map { PlannedRun(pitfall: pitfall, index: index, era: $0) }
    }
  }
}

extension ActRunner {
  /// An event of the runs, reported in the order of the plan.
  package enum Event {
    case began(PlannedRun)
    /// A line of its story, or of its last message.
    case printed(String)
    case ended(ActResult)
  }

  /// Makes the runs, as many at a time as there are processors. The first unfinished one is reported while it
  /// continues.
  package static func run(
    _ plan: [PlannedRun], recording program: URL? = nil, _ report: (Event) -> Void
  ) throws {
    let mailboxes = plan.map { _ in Mailbox() }
    let next = Locked(0)
    for _ in 0..<min(ProcessInfo.processInfo.activeProcessorCount, plan.count) {
      Thread {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < plan.count else { return }
          let (planned, mailbox) = (plan[index], mailboxes[index])
          mailbox.put(
            .over(
              Result {
                try run(planned.index, of: planned.pitfall, in: planned.era, recording: program) {
                  mailbox.put(.line($0))
                }
              }))
        }
      }.start()
    }
    for (planned, mailbox) in zip(plan, mailboxes) {
      report(.began(planned))
      var isOver = false
      while !isOver {
        switch mailbox.take() {
        case .line(let line): report(.printed(line))
        case .over(let result):
          report(.ended(try result.get()))
          isOver = true
        }
      }
    }
  }
}

/// The output of one run that is not read yet. One thread adds letters, another takes them out.
private final class Mailbox: Sendable {
  enum Letter {
    case line(String)
    case over(Result<ActResult, any Error>)
  }

  private let letters = Locked<[Letter]>([])
  private let count = DispatchSemaphore(value: 0)

  func put(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    count.signal()
  }

  /// Waits for a letter, and takes out the oldest.
  func take() -> Letter {
    count.wait()
    return letters.withLock { $0.removeFirst() }
  }
}
