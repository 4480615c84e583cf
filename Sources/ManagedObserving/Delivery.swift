internal import RawObserving

/// Brings the changes of one observation to another place, one after the other, in the order in which they
/// were made.
///
/// The thread that makes a change leaves it here and goes on. Whoever is asked to do the work takes one change,
/// calls, and asks for the next: so the order is kept also where work may run at the same time, and other work
/// gets its turn in between. Only the change crosses; who is to be called is looked for at the other place.
final class Delivery<Value: Sendable>: Sendable {
  /// Runs work at the other place, some time.
  typealias Schedule = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// How far the work on the first change that waits has come.
  private enum Step {
    /// Nothing waits.
    case idle
    /// Work is being asked for.
    case asking
    /// Work has been asked for, and is not done.
    case asked
    /// Work was done before the one who asked for it got back.
    case done
  }

  private struct Waiting {
    /// In the order in which they were made.
    private var changes: [Change<Value>] = []
    /// Those that were made before them, the first one last: taking the first of an array moves up all others.
    private var earlier: [Change<Value>] = []
    var step = Step.idle

    var isEmpty: Bool { earlier.isEmpty && changes.isEmpty }

    mutating func append(_ change: Change<Value>) { changes.append(change) }

    mutating func takeFirst() -> Change<Value>? {
      if earlier.isEmpty {
        swap(&earlier, &changes)
        earlier.reverse()
      }
      return earlier.popLast()
    }

    mutating func takeAll() -> [Change<Value>] {
      defer { (changes, earlier) = ([], []) }
      return changes + earlier
    }
  }

  private let waiting = Locked(Waiting())
  private let schedule: Schedule
  private let call: @Sendable (_ observer: Handover, Change<Value>) -> Void

  /// An observer on its way to the one call that it is for.
  // Sound because whoever makes a `Delivery` sees to it that the observer may be used where its work runs: it
  // is `Sendable`, or it belongs to the main actor and that is where.
  struct Handover: @unchecked Sendable {
    let observer: AnyObject
  }

  init(
    schedule: @escaping Schedule, call: @escaping @Sendable (Handover, Change<Value>) -> Void
  ) {
    self.schedule = schedule
    self.call = call
  }

  /// Leaves a change to be told. Returns at once, if work is not done at once.
  func send(_ change: Change<Value>) {
    let mustAsk = waiting.withLock { waiting in
      waiting.append(change)
      defer { if waiting.step == .idle { waiting.step = .asking } }
      return waiting.step == .idle
    }
    if mustAsk { askForWork() }
  }

  /// Asks for work on one change. Whoever is later, the work or this function, asks for the next: so work that
  /// is done at once never asks from inside itself, which would nest deeper with each change.
  private func askForWork() {
    var isMore = true
    while isMore {
      schedule { self.tellOne() }
      isMore = waiting.withLock { waiting in
        if waiting.step == .asking {
          waiting.step = .asked
          return false
        }
        waiting.step = waiting.isEmpty ? .idle : .asking
        return waiting.step == .asking
      }
    }
  }

  /// Tells the first change that waits, at the other place. Nobody is called once the observation has ended.
  // snippet.tell
  private func tellOne() {
    if let change = waiting.withLock({ $0.takeFirst() }) { tell(change) }
    let isMore = waiting.withLock { waiting in
      if waiting.step == .asking {
        waiting.step = .done
        return false
      }
      waiting.step = waiting.isEmpty ? .idle : .asking
      return waiting.step == .asking
    }
    if isMore { askForWork() }
  }
  // snippet.end

  private func tell(_ change: Change<Value>) {
    guard let record = change.observation.record, Mediator.shared.isLiving(record),
      let controller = record.controller
    else {
      // It is over for all that wait. They are let go outside the lock.
      _ = waiting.withLock { $0.takeAll() }
      return
    }
    if let observer = controller.observer {
      call(Handover(observer: observer), change)
    } else {
      controller.observerIsGone()
    }
  }
}
