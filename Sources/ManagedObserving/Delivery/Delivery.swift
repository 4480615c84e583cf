/// Where the changes of an observation are delivered.
public struct Delivery: Sendable {
  /// Runs work there, some time.
  let schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// On a task executor.
  public static func executor(_ executor: any TaskExecutor) -> Delivery {
    Delivery { work in Task(executorPreference: executor) { work() } }
  }

  /// By a function that has work done: `.function { work in queue.async(execute: work) }`.
  ///
  /// The function is called once for each piece of work, has to do each, and may do it at once.
  public static func function(_ schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void)
    -> Delivery
  {
    Delivery(schedule: schedule)
  }
}

/// An observer on its way to the one call that it is for.
struct ObserverInTransit: @unchecked Sendable {
  // Sound because the forms that use it see to it that the observer may be used where it goes: it is `Sendable`, or
  // it belongs to the main actor and that is where.
  let object: AnyObject
}
