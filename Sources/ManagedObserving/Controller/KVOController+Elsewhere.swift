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
  @MainActor @discardableResult public func observe<Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, on actor: MainActor,
    block: @escaping @MainActor (_ observer: Observer, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    let call: MainActorCall<Value> = { observer, change in block(Self.typed(observer.object), change) }
    return try observe(object, property, options, duplicates, .elsewhere(.blockOnMainActor, onMainActor(call)))
  }

  /// Calls a method of the observer that is isolated to the main actor, on the main actor, for each change of a
  /// property. Swift chooses this form by itself.
  ///
  /// The observer has to be `Sendable`. A `@MainActor` class without a superclass is. A `@MainActor` class that
  /// inherits from `KeyValueObject` is not: Swift reports `sending 'self' risks causing data races` at the name of the
  /// method. Write a closure for such a class:
  ///
  ///     view.kvoController.observe(clock, \.$date, on: .shared) { view, change in view.dateDidChange(change) }
  @discardableResult public func observe<Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping @Sendable (Observer) -> @MainActor (Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken where Observer: Sendable {
    let call: MainActorCall<Value> = { observer, change in action(Self.typed(observer.object))(change) }
    return try observe(object, property, options, duplicates, .elsewhere(.actionOnMainActor, onMainActor(call)))
  }

  /// Calls a closure elsewhere for each change of a property: `on: .executor(executor)`, or `on: .function { work in
  /// queue.async(execute: work) }`. The observer has to be `Sendable`, because it is used on another thread.
  @discardableResult public func observe<Object: KeyValueObject, Value: Sendable, Failure>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, on delivery: Delivery,
    block: @escaping @Sendable (_ observer: Observer, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken where Observer: Sendable {
    let queue = DeliveryQueue<Value>(schedule: delivery.schedule) { observer, change in
      block(Self.typed(observer.object), change)
    }
    return try observe(object, property, options, duplicates, .elsewhere(.blockElsewhere, queue.handler))
  }

  private typealias MainActorCall<Value: Sendable> = @MainActor (ObserverInTransit, Change<Value>) -> Void

  private func onMainActor<Value>(_ call: @escaping MainActorCall<Value>) -> (KeyValueObject, KeyValueChange, Record) ->
    Void
  {
    let queue = DeliveryQueue<Value>(
      schedule: { work in Task { @MainActor in work() } },
      call: { observer, change in MainActor.assumeIsolated { call(observer, change) } })
    return queue.handler
  }
}
