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

  /// The changes that wait, the first to be told at the end of `next`, and the latest at the end of `later`.
  private struct Waiting {
    var next: [Change<Value>] = []
    var later: [Change<Value>] = []
    var isScheduled = false

    var isEmpty: Bool { next.isEmpty && later.isEmpty }

    mutating func takeFirst() -> Change<Value> {
      if next.isEmpty {
        next = later.reversed()
        later = []
      }
      return next.removeLast()
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

  /// Leaves a change to be told. Returns at once.
  func send(_ change: Change<Value>) {
    let mustSchedule = waiting.withLock { waiting in
      waiting.later.append(change)
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    if mustSchedule { schedule { self.tellOne() } }
  }

  // snippet.tell
  /// Tells the first change that waits, at the other place. Nobody is called once the observation has ended.
  private func tellOne() {
    let change = waiting.withLock { $0.takeFirst() }
    if change.observation.isActive { tell(change) }
    let isMore = waiting.withLock { waiting in
      waiting.isScheduled = !waiting.isEmpty
      return waiting.isScheduled
    }
    if isMore { schedule { self.tellOne() } }
  }
  // snippet.end

  private func tell(_ change: Change<Value>) {
    guard let controller = change.observation.record?.controller else { return }
    guard let observer = controller.observer else { return controller.observerIsGone() }
    call(Handover(observer: observer), change)
  }
}
