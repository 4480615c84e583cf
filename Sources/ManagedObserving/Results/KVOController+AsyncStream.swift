public import RawObserving

extension KVOController {
  /// The changes of a property, for `for await`:
  ///
  ///     for await change in controller.changes(of: clock, \.$date) { … }
  ///
  /// The property is observed from this call on. Changes that are made before the loop takes them wait in the buffer,
  /// and the value at the time of the call comes first. A sequence is an observation of its own, whatever else the
  /// controller observes, and is for one loop.
  ///
  /// The sequence ends, and the property is not observed any more,
  /// - when the observed object or the observer goes; neither is retained, whatever the controller's retention. An
  ///   observer that is not a `KeyValueObject` does not tell of its death: then the sequence ends with the
  ///   controller, if the observer owns it, or at the next change;
  /// - when the controller unobserves the property, the object, or everything, or goes itself. Changes in the buffer
  ///   are still delivered;
  /// - when the task that loops is cancelled, the loop is left and the sequence dropped, or the sequence is dropped
  ///   without ever having been looped over.
  ///
  /// A task keeps what its loop uses. If that is the observer or the observed object, capture it weakly, or it is not
  /// deallocated and the loop does not end.
  ///
  /// - Parameters:
  ///   - object: the observed object; of nil the sequence is empty.
  ///   - property: the property, or the path to it, from that object.
  ///   - options: `.old` if the changes are to carry the value before. With `.initial` the value at the time of the
  ///     call comes first.
  ///   - buffering: how many changes wait for a slow loop: all of them by default, or the newest few, or the oldest
  ///     few.
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
    Recording.report(MediatorEvent.recorded(RecordFacts(record), of: object))
    continuation.onTermination = { _ in cancellation.token.cancel() }
    Mediator.shared.observe(object, record)
    return changes
  }
}

/// Finishes a sequence when its handler is released, which is when the observation has ended, for whatever reason.
private final class AtEnd: Sendable {
  private let finish: @Sendable () -> Void

  init(finish: @escaping @Sendable () -> Void) { self.finish = finish }

  deinit { finish() }
}

/// The token of a sequence, which is cancelled on the thread where the loop ends.
private struct Cancellation: @unchecked Sendable {
  // Sound because the handler of a sequence captures only what is `Sendable`: the continuation, and `AtEnd`.
  let token: ObservationToken
}
