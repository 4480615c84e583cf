public import RawObserving

/// Observing with delivery to the main actor, to an executor, or through a function.
///
/// Only the change is sent, and its values have to be `Sendable`. The changes of an observation are delivered one at a
/// time and in the order in which they were made, and the thread that makes one does not wait. With `on:` none is left
/// out, and the initial call is delivered in the same way, after `observe` has returned. With `latestOn:` the first
/// call is made at once, and later ones carry the latest value alone.
///
/// A handler has neither the task-local values nor the priority of the task that makes a change. Put into the value
/// what a handler needs to know about its origin.
///
/// When the observation has ended, for whatever reason, what the handler captured is released where the changes were
/// delivered, soon after. It is never released by the thread that ends the observation, which may hold a lock of the
/// model.
///
/// Once you cancel or unobserve on the delivering actor or thread, no further call is made. If you do that on another
/// thread, a call that has begun finishes.
extension KVOController {
  /// Calls a closure on the main actor for each change of a property. The closure may use whatever belongs to the
  /// main actor, including the observer.
  ///
  ///     controller.observe(download, \.$receivedBytes, on: .shared) { label, change in
  ///       label.text = "\(change.value)"
  ///     }
  ///
  /// Each change is delivered later than it is made, in a turn of the main actor of its own, even if it is made on the
  /// main actor. So is the call of `.initial`: until then a label is empty. For the value at once, and the latest one
  /// later, write ``observe(_:_:duplicates:latestOn:file:line:block:)``.
  ///
  /// What waits when the object is deallocated is still delivered. What waits when you end the observation is not, nor
  /// when the observer or the controller is deallocated.
  ///
  /// - Complexity: as for a closure without `on:`.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, or the path to it from that object. Its values are `Sendable`.
  ///   - options: `.old` for the value before each change, and `.initial` for a call with the current value.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - actor: the main actor: `.shared`.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @MainActor @discardableResult public func observe<Object: KeyValueObject, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on actor: MainActor, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @MainActor (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    observe(
      object, property, options, duplicates, SourcePlace(file, line),
      .elsewhere(.blockOnMainActor, mainActorQueue(keepsLatest: false, block)))
  }

  /// Calls a closure on the main actor for each change of a property of a `Sendable` object, and hands over the object.
  ///
  ///     controller.observe(download, \.$receivedBytes, on: .shared) { label, download, change in
  ///       label.text = "\(download.name): \(change.value)"
  ///     }
  ///
  /// Use the object that the closure receives, and do not capture it: a captured object lives as long as its
  /// observation. A change that waits refers to the object weakly. If the object has been deallocated by the time of
  /// the call, there is nothing to hand over, and the call is left out. A closure with two parameters receives those
  /// changes too.
  ///
  /// - Complexity: as for a closure without `on:`.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, or the path to it from that object. Its values are `Sendable`.
  ///   - options: `.old` for the value before each change, and `.initial` for a call with the current value.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - actor: the main actor: `.shared`.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @MainActor @discardableResult public func observe<Object: KeyValueObject & Sendable, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on actor: MainActor, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @MainActor (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    let weakly = Weakly(object)
    return observe(
      object, property, options: options, duplicates: duplicates, on: actor, file: file, line: line
    ) { observer, change in
      if let object = weakly.object { block(observer, object, change) }
    }
  }

  /// Calls a closure on the main actor with the value of a property: at once, and later with the latest value.
  ///
  ///     controller.observe(download, \.$receivedBytes, latestOn: .shared) { label, bytes in
  ///       label.text = "\(bytes)"
  ///     }
  ///
  /// It is for what shows a value, such as a label or a progress bar. The value is `Sendable`: in place of an object,
  /// observe a property of it, `\.$song.$title`. For the latest value elsewhere than on the main actor, loop over
  /// ``changes(of:_:options:buffering:file:line:)`` with `buffering: .bufferingNewest(1)`. The first call is made
  /// before this function returns. After that, changes that are made before the main actor has had its turn make one
  /// call, with the latest value. The last value arrives, also if the object is deallocated meanwhile, unless you end
  /// the observation before.
  ///
  /// It reads the property once, after it has begun to observe. If another thread may set the property at that time,
  /// hold the model's lock while you call it: <doc:ThreadsAndIsolation> shows how. The first call is then made under
  /// that lock.
  ///
  /// > Important: If two threads set the property, take a lock around each setting, also for a property declared with
  /// > `@ObservedWeak`. Without one their changes have no order, and the value that arrives last may be another than
  /// > the one that was set last.
  ///
  /// - Complexity: as for a closure without `on:`. Waiting takes constant memory, however many changes are made.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, or the path to it from that object. Its values are `Sendable`.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - actor: the main actor: `.shared`.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer and the value.
  /// - Returns: a token that ends the observation. You can drop it.
  @MainActor @discardableResult public func observe<Object: KeyValueObject, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, duplicates: DuplicatePolicy = .ignore,
    latestOn actor: MainActor, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @MainActor (_ observer: Observer, _ value: Value) -> Void
  ) -> ObservationToken {
    let call: @MainActor (Observer, Change<Value>) -> Void = { observer, change in block(observer, change.value) }
    let token = observe(
      object, property, [], duplicates, SourcePlace(file, line),
      .elsewhere(.blockOnMainActor, mainActorQueue(keepsLatest: true, call)))
    guard let object, let record = token.record else { return token }
    let value = Change<Value>.typed(record.value(from: object) ?? KeyValueNull.null)
    if let value { record.trace("calls with \(value)") }
    // A getter and a description are other code, and may have ended the observation.
    if let value, let observer, token.isActive {
      EventProbe.report(MediatorEvent.leaves(number: record.number))
      EventProbe.report(MediatorEvent.passes(number: record.number, to: observer))
      block(observer, value)
      EventProbe.report(MediatorEvent.passed(number: record.number))
    }
    return token
  }

  /// Calls a closure elsewhere for each change of a property: `on: .executor(executor)`, or `on: .function { work in
  /// queue.async(execute: work) }`.
  ///
  ///     controller.observe(clock, \.$date, on: .function { work in queue.async(execute: work) }) { archive, change in
  ///       archive.sum.add(change.value, ordering: .relaxed)
  ///     }
  ///
  /// The observer has to be `Sendable`, because it is used on another thread.
  ///
  /// What waits when the object is deallocated is still delivered. What waits when you end the observation is not, nor
  /// when the observer or the controller is deallocated.
  ///
  /// - Complexity: as for a closure without `on:`.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, or the path to it from that object. Its values are `Sendable`.
  ///   - options: `.old` for the value before each change, and `.initial` for a call with the current value.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - delivery: where the closure is called.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult public func observe<Object: KeyValueObject, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on delivery: Delivery, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken where Observer: Sendable {
    let queue = DeliveryQueue<Value>(schedule: delivery.schedule) { observer, change in
      if let observer = observer.object as? Observer { block(observer, change) }
    }
    return observe(
      object, property, options, duplicates, SourcePlace(file, line), .elsewhere(.blockElsewhere, queue))
  }

  /// Calls a closure elsewhere for each change of a property of a `Sendable` object, and hands over the object.
  ///
  ///     controller.observe(meter, \.$count, on: onQueue) { archive, meter, change in
  ///       archive.sum.add(change.value * meter.factor, ordering: .relaxed)
  ///     }
  ///
  /// A change that waits refers to the object weakly. If the object has been deallocated by the time of the call, the
  /// call is left out. A closure with two parameters receives those changes too.
  ///
  /// - Complexity: as for a closure without `on:`.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, or the path to it from that object. Its values are `Sendable`.
  ///   - options: `.old` for the value before each change, and `.initial` for a call with the current value.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - delivery: where the closure is called.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult public func observe<Object: KeyValueObject & Sendable, Value: Sendable>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on delivery: Delivery, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken where Observer: Sendable {
    let weakly = Weakly(object)
    return observe(
      object, property, options: options, duplicates: duplicates, on: delivery, file: file, line: line
    ) { observer, change in
      if let object = weakly.object { block(observer, object, change) }
    }
  }

  @MainActor private func mainActorQueue<Value: Sendable>(
    keepsLatest: Bool, _ block: @escaping @MainActor (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> DeliveryQueue<Value> {
    let call: @MainActor (ObserverInTransit, Change<Value>) -> Void = { observer, change in
      if let observer = observer.object as? Observer { block(observer, change) }
    }
    return DeliveryQueue(
      keepsLatest: keepsLatest,
      // Detached: it delivers changes of several tasks, so it has the priority and task-local values of none.
      schedule: { work in Task.detached { @MainActor in work() } },
      call: { observer, change in MainActor.assumeIsolated { call(observer, change) } })
  }
}

/// An object that is referred to weakly.
private struct Weakly<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?

  init(_ object: Object?) { self.object = object }
}
