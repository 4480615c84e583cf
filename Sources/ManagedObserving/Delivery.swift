public import RawObserving

/// Where the changes of an observation are delivered.
public struct Delivery: Sendable {
  /// Runs the work later, in that place.
  let schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// On a task executor, with the default priority and no task-local values.
  ///
  ///     controller.observe(clock, \.$date, on: .executor(executor)) { archive, change in
  ///       archive.sum.add(change.value, ordering: .relaxed)
  ///     }
  ///
  /// - Parameter executor: runs the work. It may run several pieces at the same time: those of one observation come one
  ///   after the other.
  /// - Returns: the place, for `on:`.
  public static func executor(_ executor: any TaskExecutor) -> Delivery {
    Delivery { work in Task.detached(executorPreference: executor) { work() } }
  }

  /// Through a function that runs or schedules the work, such as a queue's `async`.
  ///
  ///     let onQueue = Delivery.function { work in queue.async(execute: work) }
  ///
  /// The function is called once for each piece of work, on any thread: on the one that makes the change, and on
  /// another one for the work that releases what the handler captured. It has to run each piece exactly once.
  ///
  /// The main queue is not the main actor: for the state of that, write `on: .shared`. To wait for what is delivered,
  /// await ``KVOController/waitForDeliveries(isolation:)``: a queue's own `sync` comes after the first of several.
  ///
  /// It may run the work at once. The handler is then called by the thread that makes the change, under the locks that
  /// this thread holds. If the function drops a piece, no later change is delivered, and
  /// ``KVOController/waitForDeliveries(isolation:)`` does not return. If it keeps a piece and never runs it, what the
  /// handler captured is not released either.
  ///
  /// - Parameter schedule: runs the work that it receives, now or later, on any thread.
  /// - Returns: the place, for `on:`.
  public static func function(_ schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    -> Delivery
  {
    Delivery(schedule: schedule)
  }
}

// MARK: Waiting

extension KVOController {
  /// Waits until the changes that were made before this call have been delivered by the observations with `on:`, and
  /// until those that have ended have released what their handlers captured.
  ///
  ///     clock.date = 1
  ///     await view.kvoController.waitForDeliveries()
  ///
  /// It is for tests. A queue's own `sync` is no such wait: each delivered change schedules the next. Changes that
  /// other threads make meanwhile are not waited for, nor what a loop over
  /// ``changes(of:_:options:buffering:file:line:)`` does: end that loop, and await its task.
  ///
  /// A controller cannot leave its actor. From outside, await a method of the actor that waits, or wait for the object:
  /// `await clock.waitForDeliveries()`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of this controller's observations, and the deliveries.
  ///
  /// - Parameter isolation: the actor of the caller; leave it out.
  public func waitForDeliveries(isolation: isolated (any Actor)? = #isolation) async {
    await core.waitForDeliveries()
  }
}

extension KeyValueObject {
  /// Waits for the deliveries of all controllers that observe this object, also along a path from another object, and
  /// of this object's own controllers.
  ///
  ///     clock.date = 1
  ///     await clock.waitForDeliveries()
  ///
  /// It is for tests, and does for each of those controllers what ``KVOController/waitForDeliveries(isolation:)`` does
  /// for one. A controller that no longer observes the object is not among them.
  ///
  /// - Complexity: as for one controller, for each of them.
  ///
  /// - Parameter isolation: the actor of the caller; leave it out.
  public final func waitForDeliveries(isolation: isolated (any Actor)? = #isolation) async {
    let observing = changeReceiversOnPaths.compactMap { ($0 as? Record)?.table }
    var waited: Set<ObjectIdentifier> = []
    for table in observing + ownControllers.map(\.table) where waited.insert(ObjectIdentifier(table)).inserted {
      await table.waitForDeliveries()
    }
  }
}

extension ControllerCore {
  fileprivate func waitForDeliveries(isolation: isolated (any Actor)? = #isolation) async {
    removeSilenced()
    await table.waitForDeliveries()
  }
}

extension Table {
  func waitForDeliveries(isolation: isolated (any Actor)? = #isolation) async {
    for record in contents.flatMap(\.records) {
      guard case .elsewhere(_, let outbox) = handler(of: record) else { continue }
      await withCheckedContinuation { continuation in outbox.afterWaiting { continuation.resume() } }
    }
    // A delivery that found no observer has ended its observation.
    Mediator.shared.end(takeSilenced())
    await releases.wait()
  }
}
