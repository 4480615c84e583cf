internal import RawObserving

/// Delivers the changes of one observation elsewhere, one after the other, in the order in which they were made.
///
/// The thread that makes a change leaves it here and goes on. The work that is scheduled takes one change, calls, and
/// schedules the next: so the order is kept even where work may run at the same time, and other work gets its turn in
/// between. Only the change crosses; the observer is looked up on arrival.
final class DeliveryQueue<Value: Sendable>: Sendable {
  /// Runs work elsewhere, some time.
  typealias Schedule = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// A change that waits, and whose it is.
  private struct Item {
    let change: Change<Value>
    let record: Record
  }

  /// How far the work on the first waiting change has come.
  private enum Step {
    /// Nothing waits.
    case idle
    /// Work is being scheduled.
    case scheduling
    /// Work has been scheduled, and is not done.
    case scheduled
    /// Work was done before the call that scheduled it returned.
    case done
  }

  private struct Waiting {
    /// In the order in which they were made.
    private var items: [Item] = []
    /// Those that were made before them, the first one last: taking the first of an array moves all others.
    private var earlier: [Item] = []
    var step = Step.idle

    var isEmpty: Bool { earlier.isEmpty && items.isEmpty }

    mutating func append(_ item: Item) { items.append(item) }

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
  private let schedule: Schedule
  private let call: @Sendable (ObserverInTransit, Change<Value>) -> Void

  init(schedule: @escaping Schedule, call: @escaping @Sendable (ObserverInTransit, Change<Value>) -> Void) {
    self.schedule = schedule
    self.call = call
  }

  /// What a record does with a change: it leaves the change here, and returns.
  var handler: (KeyValueObject, KeyValueChange, Record) -> Void {
    { object, change, record in self.send(Item(change: Change(change, of: object, record), record: record)) }
  }

  private func send(_ item: Item) {
    let mustSchedule = waiting.withLock { waiting in
      waiting.append(item)
      defer { if waiting.step == .idle { waiting.step = .scheduling } }
      return waiting.step == .idle
    }
    if mustSchedule { scheduleWork() }
  }

  /// Schedules work on one change. Whichever ends later, the work or this function, schedules the next: so work that
  /// is done at once never schedules from inside itself, which would nest deeper with each change.
  private func scheduleWork() {
    var isMore = true
    while isMore {
      schedule { self.deliverOne() }
      isMore = waiting.withLock { waiting in
        if waiting.step == .scheduling {
          waiting.step = .scheduled
          return false
        }
        waiting.step = waiting.isEmpty ? .idle : .scheduling
        return waiting.step == .scheduling
      }
    }
  }

  /// Delivers the first waiting change, elsewhere. Nothing is called once the observation has ended.
  private func deliverOne() {
    if let item = waiting.withLock({ $0.takeFirst() }) { deliver(item) }
    let isMore = waiting.withLock { waiting in
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
    if !Mediator.shared.isLiving(item.record) {
      // The observation is over for all that wait. They are released outside the lock.
      _ = waiting.withLock { $0.takeAll() }
      Recording.report(MediatorEvent.skips(number: item.record.number, isOver: true))
    } else if let observer = item.record.observer {
      Recording.report(MediatorEvent.passes(number: item.record.number, to: observer))
      call(ObserverInTransit(object: observer), item.change)
      Recording.report(MediatorEvent.passed(number: item.record.number))
    } else {
      Recording.report(MediatorEvent.skips(number: item.record.number, isOver: false))
      item.record.controllerLosesObserver()
    }
  }
}
