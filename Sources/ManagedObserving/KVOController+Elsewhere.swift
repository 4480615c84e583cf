public import RawObserving

/// Observing with delivery to the main actor, to an executor, or through a function.
///
/// Only the change is sent, and its values have to be `Sendable`. The changes of an observation are delivered one at a
/// time and in the order in which they were made. None is left out, and the thread that makes one does not wait. The
/// initial call is delivered in the same way, after `observe` has returned.
///
/// Once you cancel or unobserve on the delivering actor or thread, no further call is made. If you do that on another
/// thread, a call that has begun finishes.
extension KVOController {
  /// Calls a closure on the main actor for each change of a property. The closure may use whatever belongs to the
  /// main actor, including the observer: `on: .shared`.
  ///
  /// - Complexity: as for a closure without `on:`.
  @MainActor @discardableResult public func observe<Object: KeyValueObject, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on actor: MainActor,
    block: @escaping @MainActor (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    core.usesMainActor = true
    let call = OnMainActor<Value> { observer, change in
      if let observer = observer.object as? Observer { block(observer, change) }
    }
    let queue = DeliveryQueue<Value>(
      // Detached: it delivers changes of several tasks, so it has the priority and task-local values of none.
      schedule: { work in Task.detached { @MainActor in work() } },
      call: { observer, change in MainActor.assumeIsolated { call.body?(observer, change) } })
    return observe(object, property, options, duplicates, .elsewhere(.blockOnMainActor, queue))
  }

  /// Calls a closure elsewhere for each change of a property: `on: .executor(executor)`, or `on: .function { work in
  /// queue.async(execute: work) }`. The observer has to be `Sendable`, because it is used on another thread.
  ///
  /// - Complexity: as for a closure without `on:`.
  @discardableResult public func observe<Object: KeyValueObject, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on delivery: Delivery,
    block: @escaping @Sendable (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken where Observer: Sendable {
    let queue = DeliveryQueue<Value>(schedule: delivery.schedule) { observer, change in
      if let observer = observer.object as? Observer { block(observer, change) }
    }
    return observe(object, property, options, duplicates, .elsewhere(.blockElsewhere, queue))
  }

  /// Waits until the changes that were made before this call have been delivered by the observations with `on:`, and
  /// until observations on the main actor that have ended have released what their handlers captured. For tests:
  ///
  ///     clock.date = 1
  ///     await view.kvoController.waitForDeliveries()
  ///
  /// A queue's own `sync` is no such wait: each delivered change schedules the next. Changes that other threads make
  /// meanwhile are not waited for, nor what a loop over ``changes(of:_:options:buffering:)`` does.
  ///
  /// - Parameter isolation: the actor of the caller; leave it out.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of this controller's observations, and the deliveries.
  public func waitForDeliveries(isolation: isolated (any Actor)? = #isolation) async {
    core.removeSilenced()
    for record in core.table.contents.flatMap(\.records) {
      guard case .elsewhere(_, let outbox) = record.table.handler(of: record) else { continue }
      await withCheckedContinuation { continuation in outbox.afterWaiting { continuation.resume() } }
    }
    // What a handler of the main actor captured is released by a task there. Work that is scheduled may hold the handler
    // until it has run, and only then makes that task: it is before the second of these.
    if core.usesMainActor { for _ in 1...2 { await Task.detached { @MainActor in }.value } }
  }
}

/// A closure of the main actor. It is released there, with what it captured, soon after its observation has ended
/// anywhere.
private final class OnMainActor<Value: Sendable>: Sendable {
  typealias Body = @MainActor (ObserverInTransit, Change<Value>) -> Void
  // A structure, because a closure that is itself the state of a lock is wrapped in two more thunks at each access, and
  // put back wrapped (github.com/swiftlang/swift/issues/91348).
  private struct Held: Sendable { var body: Body? }
  // Taken out on the main actor, so that no other reference is released elsewhere.
  private let box: Locked<Held>

  init(_ body: @escaping Body) { box = Locked(Held(body: body)) }

  var body: Body? { box.withLock { $0.body } }

  deinit {
    let box = box
    Task.detached { @MainActor in _ = box.withLock { $0.body.take() } }
  }
}
