public import RawObserving

/// Observing with delivery to the main actor, to an executor, or through a function.
///
/// Only the change is sent, and its values have to be `Sendable`. The changes of an observation are delivered one at a
/// time and in the order in which they were made. None is left out, and the thread that makes one does not wait. The
/// initial call is delivered in the same way, after `observe` has returned.
///
/// A handler has neither the task-local values nor the priority of the task that makes a change. Put into the value what
/// a handler needs to know about its origin.
///
/// When the observation has ended, for whatever reason, what the handler captured is released where the changes were
/// delivered, soon after. It is never released by the thread that ends the observation, which may hold a lock of the
/// model.
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
    let call: @MainActor (ObserverInTransit, Change<Value>) -> Void = { observer, change in
      if let observer = observer.object as? Observer { block(observer, change) }
    }
    let queue = DeliveryQueue<Value>(
      // Detached: it delivers changes of several tasks, so it has the priority and task-local values of none.
      schedule: { work in Task.detached { @MainActor in work() } },
      call: { observer, change in MainActor.assumeIsolated { call(observer, change) } })
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
  /// until those that have ended have released what their handlers captured. For tests:
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
    // A delivery that found no observer has ended its observation.
    core.removeSilenced()
    await core.table.releases.wait()
  }
}

/// Where the changes of an observation are delivered.
public struct Delivery: Sendable {
  /// Runs the work later, in that place.
  let schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// On a task executor, with the default priority and no task-local values.
  public static func executor(_ executor: any TaskExecutor) -> Delivery {
    Delivery { work in Task.detached(executorPreference: executor) { work() } }
  }

  /// Through a function that runs or schedules the work: `.function { work in queue.async(execute: work) }`.
  ///
  /// The function is called once for each piece of work, on any thread: on the one that makes the change, and on another
  /// one for the work that releases what the handler captured. It has to run each piece exactly once.
  ///
  /// It may run the work at once. The handler is then called by the thread that makes the change, under the locks that
  /// this thread holds. If the function drops a piece, no later change is delivered, and
  /// ``KVOController/waitForDeliveries(isolation:)`` does not return. If it keeps a piece and never runs it, what the handler
  /// captured is not released either.
  public static func function(_ schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    -> Delivery
  {
    Delivery(schedule: schedule)
  }
}

/// An observer that is sent to the place of one call.
struct ObserverInTransit: @unchecked Sendable {
  // Sound because the forms that use it make sure that the observer may be used there: it is `Sendable`, or the call
  // happens on the main actor.
  let object: AnyObject
}
