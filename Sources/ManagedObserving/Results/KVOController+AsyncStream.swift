public import RawObserving

extension KVOController {
  /// Returns the changes of a property as a sequence, for `for await`:
  ///
  ///     for await change in controller.changes(of: clock, \.$date) {
  ///       view.text = "\(change.value)"
  ///     }
  ///
  /// The property is observed from this call on. The first change carries the value at the time of the call. Changes
  /// that are made while the loop is busy wait in the buffer. A sequence is an observation of its own and never a
  /// duplicate. Use it in one loop only.
  ///
  /// The sequence and its observation end in these cases:
  /// - The observed object or the observer is deallocated. The sequence retains neither, whatever the controller's
  ///   retention. The deinit of an observer that is not a `KeyValueObject` cannot be noticed: then the sequence ends
  ///   with the controller, or at the next change.
  /// - The controller unobserves the property, the object, or everything, or is deallocated. Changes in the buffer are
  ///   still delivered.
  /// - The task that loops is cancelled, or the last copy of the sequence is released, whether a loop has begun or not.
  ///
  /// A task keeps alive what its loop uses. If that is the observer or the observed object, capture it weakly.
  /// Otherwise it is never deallocated, and the loop does not end.
  ///
  /// - Parameters:
  ///   - object: the observed object; if it is nil, the sequence is empty.
  ///   - property: the property, or the path to it, from that object.
  ///   - options: `.initial`, the default, for a first change with the current value; `.old` for the value before each
  ///     change.
  ///   - buffering: which changes wait while the loop is busy: all of them by default, or a number of the newest or of
  ///     the oldest.
  public func changes<Object: KeyValueObject, Value: Sendable>(
    of object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = .initial,
    buffering: AsyncStream<Change<Value>>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Change<Value>> {
    let (changes, continuation) = AsyncStream.makeStream(of: Change<Value>.self, bufferingPolicy: buffering)
    guard let object, let observer else {
      continuation.finish()
      return changes
    }
    let end = AtEnd(finish: continuation.finish)
    let tellsOfDeath = observer is KeyValueObject
    let record = Record(
      core, of: object, path(property, of: object), options.raw,
      .elsewhere(.sequence) { object, change, record in
        if !tellsOfDeath, record.observer == nil {
          return ObservationToken(record: record).cancel()
        }
        continuation.yield(Change(change, of: object, record))
        withExtendedLifetime(end) {}
      })
    let cancellation = Cancellation(token: ObservationToken(record: record))
    _ = core.withTables(of: object) { $0.bySequence.insert([record], for: object, .add) }
    EventProbe.report(MediatorEvent.recorded(RecordFacts(record), of: object))
    continuation.onTermination = { _ in cancellation.token.cancel() }
    Mediator.shared.observe(object, record)
    return changes
  }
}

/// Finishes a sequence when its handler is released. That happens when the observation ends, for whatever reason.
private final class AtEnd: Sendable {
  private let finish: @Sendable () -> Void

  init(finish: @escaping @Sendable () -> Void) { self.finish = finish }

  deinit { finish() }
}

/// The token of a sequence. It is cancelled on the thread where the loop ends.
private struct Cancellation: @unchecked Sendable {
  // Sound because the handler of a sequence captures only what is `Sendable`: the continuation, and `AtEnd`.
  let token: ObservationToken
}
