internal import RawObserving

/// Delivers the changes of one observation on another thread or actor, one after the other, in the order in which they
/// were made.
///
/// The thread that makes a change puts it into the queue and continues. The scheduled work takes one change, calls the
/// handler, and schedules the next. That keeps the order even if the executor runs work concurrently, and lets other
/// work run in between. Only the change is sent; the observer is looked up when the work runs.
final class DeliveryQueue<Value: Sendable>: Outbox {
  private enum Item {
    /// A change that waits, and its record.
    case change(Change<Value>, Record)
    /// A caller waits for the changes before it.
    case mark(@Sendable () -> Void)

    var isChange: Bool { if case .change = self { true } else { false } }
  }

  /// The state of the work on the first waiting change.
  private enum Step {
    /// No change waits.
    case idle
    /// Work is being scheduled.
    case scheduling
    /// Work has been scheduled and has not finished.
    case scheduled
    /// Work finished before the call that scheduled it returned.
    case done
  }

  private struct Waiting {
    /// In the order in which they were made.
    private var items: [Item] = []
    /// Earlier changes in reverse order, so that taking the first one does not move all others.
    private var earlier: [Item] = []
    var step = Step.idle

    var isEmpty: Bool { earlier.isEmpty && items.isEmpty }

    mutating func append(_ item: Item) { items.append(item) }

    /// Puts a change in the place of the one that waits, so that there is one at most. Returns what was there.
    mutating func replaceChange(by item: Item) -> Item? {
      for list in [\Self.items, \.earlier] {
        guard let index = self[keyPath: list].firstIndex(where: \.isChange) else { continue }
        defer { self[keyPath: list][index] = item }
        return self[keyPath: list][index]
      }
      append(item)
      return nil
    }

    mutating func takeFirst() -> Item? {
      if earlier.isEmpty {
        swap(&earlier, &items)
        earlier.reverse()
      }
      return earlier.popLast()
    }

    mutating func takeAll() -> [Item] {
      defer { (items, earlier) = ([], []) }
      return items + earlier
    }
  }

  private let waiting = Locked(Waiting())
  private let held: Locked<HeldCall<Value>>
  /// Whether a change takes the place of one that waits.
  private let keepsLatest: Bool

  init(
    keepsLatest: Bool = false, schedule: @escaping HeldCall<Value>.Schedule, call: @escaping HeldCall<Value>.Call
  ) {
    self.keepsLatest = keepsLatest
    held = Locked(HeldCall(schedule: schedule, call: call))
  }

  /// The observation has ended, and no work is under way. The closure is released where it has been called, because
  /// this thread may hold a lock that the deinit of a captured object takes. A function may run the work at once, or
  /// drop it. So a task calls it, which holds no lock. The task takes the function out too: what that captured is
  /// released there. If the function dropped work, the mark of a record whose object is gone still waits.
  deinit {
    for case .mark(let call) in waiting.withLockUnchecked({ $0.takeAll() }) { call() }
    let held = held
    Task.detached {
      let work = ReleaseWork(held)
      held.withLock { $0.schedule.take() }?({ work.run() })
    }
  }

  func willBeReleased(_ releases: Releases) {
    releases.begin()
    held.withLock { $0.releases = releases }
  }

  /// Puts the change into the queue and returns.
  func send(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record) {
    if let change = Change<Value>.typed(change, of: object, record) { send(.change(change, record)) }
  }

  func afterWaiting(_ call: @escaping @Sendable () -> Void) {
    let mustWait = waiting.withLockUnchecked { waiting in
      if waiting.step != .idle { waiting.append(.mark(call)) }
      return waiting.step != .idle
    }
    if !mustWait { call() }
  }

  private func send(_ item: Item) {
    // What is replaced is released outside the lock: a value may have a deinit.
    let (mustSchedule, replaced) = waiting.withLockUnchecked { waiting in
      var replaced: Item?
      if keepsLatest && item.isChange { replaced = waiting.replaceChange(by: item) } else { waiting.append(item) }
      defer { if waiting.step == .idle { waiting.step = .scheduling } }
      return (waiting.step == .idle, replaced)
    }
    withExtendedLifetime(replaced) {}
    if mustSchedule { scheduleWork() }
  }

  /// Schedules work on one change. The work or this function schedules the next, whichever ends later. Work that runs
  /// at once therefore never schedules from inside itself, which would nest deeper with each change.
  private func scheduleWork() {
    var isMore = true
    while isMore {
      held.withLock { $0.schedule }?({ self.deliverOne() })
      isMore = waiting.withLockUnchecked { waiting in
        if waiting.step == .scheduling {
          waiting.step = .scheduled
          return false
        }
        waiting.step = waiting.isEmpty ? .idle : .scheduling
        return waiting.step == .scheduling
      }
    }
  }

  /// Delivers the first waiting change. Calls nothing once the observation has ended.
  private func deliverOne() {
    if let item = waiting.withLockUnchecked({ $0.takeFirst() }) { deliver(item) }
    let isMore = waiting.withLockUnchecked { waiting in
      if waiting.step == .scheduling {
        waiting.step = .done
        return false
      }
      waiting.step = waiting.isEmpty ? .idle : .scheduling
      return waiting.step == .scheduling
    }
    if isMore { scheduleWork() }
  }

  private func deliver(_ item: Item) {
    guard case .change(let change, let record) = item else {
      if case .mark(let call) = item { call() }
      return
    }
    if !record.delivers {
      // The observation has ended for all changes that wait. They are released outside the lock.
      for case .mark(let call) in waiting.withLockUnchecked({ $0.takeAll() }) { call() }
      EventProbe.report(MediatorEvent.skips(number: record.number, isOver: true))
    } else if let observer = record.observer {
      guard record.announces("\(change)") else { return }
      EventProbe.report(MediatorEvent.passes(number: record.number, to: observer))
      held.withLock { $0.call }?(ObserverInTransit(object: observer), change)
      EventProbe.report(MediatorEvent.passed(number: record.number))
    } else {
      EventProbe.report(MediatorEvent.skips(number: record.number, isOver: false))
      record.silenceElsewhere()
    }
  }
}

/// What a queue calls, and the function that schedules its work, until they are released.
// A structure, because a closure that is itself the state of a lock is wrapped in two more thunks at each access, and
// put back wrapped (github.com/swiftlang/swift/issues/91348).
struct HeldCall<Value: Sendable> {
  /// Runs the work later, on another thread or actor.
  typealias Schedule = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  typealias Call = @Sendable (ObserverInTransit, Change<Value>) -> Void
  var schedule: Schedule?
  var call: Call?
  /// Counts this one, once its observation has ended.
  var releases: Releases?
}

/// Releases what a queue calls: when it is run, or when it is dropped.
private final class ReleaseWork<Value: Sendable>: Sendable {
  private let held: Locked<HeldCall<Value>>

  init(_ held: Locked<HeldCall<Value>>) { self.held = held }

  func run() { _ = held.withLock { $0.call.take() } }

  deinit {
    run()
    held.withLock { $0.releases }?.end()
  }
}

/// Counts the handlers of a controller that are still to be released elsewhere, because their observations have ended.
@usableFromInline final class Releases: Sendable {
  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Locked(State())

  func begin() { state.withLock { $0.count += 1 } }

  func end() {
    let waiting = state.withLock { state in
      state.count -= 1
      defer { if state.count == 0 { state.waiting = [] } }
      return state.count == 0 ? state.waiting : []
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until all have been released.
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.count > 0 { state.waiting.append(continuation) }
        return state.count == 0
      }
      if isOver { continuation.resume() }
    }
  }
}

/// An observer that is sent to the place of one call.
struct ObserverInTransit: @unchecked Sendable {
  // Sound because the forms that use it make sure that the observer may be used there: it is `Sendable`, or the call
  // happens on the main actor.
  let object: AnyObject
}
