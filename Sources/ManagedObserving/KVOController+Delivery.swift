public import RawObserving

/// Being told somewhere else than on the thread that makes the change.
///
/// Only the change crosses, and its values have to be `Sendable`; the observed object does not. The changes
/// of an observation are told one at a time and in the order in which they were made, none is left out, and the
/// thread that makes one does not wait. That goes for the initial call, too: it comes after `observe` has
/// returned.
///
/// Once the observation is cancelled or unobserved *there*, no call begins any more; cancelled from another
/// place, at most the call that has begun finishes.
extension KVOController {
  /// Calls a closure on the main actor for each change of a property. It may use whatever belongs to the main
  /// actor, the observer included.
  @MainActor @discardableResult
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, on actor: MainActor,
    block: @escaping @MainActor (_ observer: Observer, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    let delivery = Delivery<Value> { work in
      Task { @MainActor in work() }
    } call: { handover, change in
      MainActor.assumeIsolated {
        block(unsafeDowncast(handover.observer, to: Observer.self), change)
      }
    }
    return try observe(
      object, keyPath, options: options, duplicates: duplicates, Observer.self, .blockOnMainActor,
      delivery)
  }

  /// Calls a method of the observer on the main actor for each change of a property; it takes nothing.
  @MainActor @discardableResult
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, on actor: MainActor,
    action: @escaping (Observer) -> () -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(object, keyPath, options: options, duplicates: duplicates, on: actor) {
      (observer: Observer, _) in action(observer)()
    }
  }

  /// Calls a method of the observer on the main actor for each change of a property; it takes the change.
  @MainActor @discardableResult
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, on actor: MainActor,
    action: @escaping (Observer) -> (Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(object, keyPath, options: options, duplicates: duplicates, on: actor) {
      (observer: Observer, change) in action(observer)(change)
    }
  }

  /// Calls a closure on the executor for each change of a property. The observer has to be `Sendable`, because
  /// it is used there.
  @discardableResult
  public func observe<
    Observer: AnyObject & Sendable, Object: KeyValueObject, Value: Sendable, Failure
  >(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, on executor: any TaskExecutor,
    block: @escaping @Sendable (_ observer: Observer, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath, options: options, duplicates: duplicates, Observer.self, .blockOnExecutor,
      delivery(block) { work in Task(executorPreference: executor) { work() } })
  }

  /// Calls a closure for each change of a property, by way of a function that has work done somewhere:
  /// `{ work in queue.async(execute: work) }`. The observer has to be `Sendable`, because it is used there.
  ///
  /// The function is called once for each piece of work, has to do each, and may do it at once.
  @discardableResult
  public func observe<
    Observer: AnyObject & Sendable, Object: KeyValueObject, Value: Sendable, Failure
  >(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    on schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
    block: @escaping @Sendable (_ observer: Observer, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath, options: options, duplicates: duplicates, Observer.self, .scheduledBlock,
      delivery(block, schedule))
  }

  private func delivery<Observer: AnyObject & Sendable, Value: Sendable>(
    _ block: @escaping @Sendable (Observer, Change<Value>) -> Void,
    _ schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  ) -> Delivery<Value> {
    Delivery(schedule: schedule) { handover, change in
      block(unsafeDowncast(handover.observer, to: Observer.self), change)
    }
  }

  private func observe<Observer: AnyObject, Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions,
    duplicates: DuplicatePolicy<Failure>, _: Observer.Type, _ kind: Handler.Kind,
    _ delivery: Delivery<Value>
  ) throws(Failure) -> ObservationToken {
    // The one check that makes the downcasts sound.
    checkObserver(is: Observer.self, form: "on:block:")
    return try observe(
      object, keyPath: key(keyPath, object), options: options, duplicates: duplicates,
      handler: .elsewhere(kind) { change in delivery.send(Change(change)) },
      call: call("on:block:"))
  }
}
