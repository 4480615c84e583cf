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
