public import RawObserving

extension KVOController {
  /// The changes of a property, for `for await`:
  ///
  ///     for await change in controller.changes(of: clock, \.date) { … }
  ///
  /// The property is observed from this call on; what changes before the loop takes it waits in the buffer,
  /// and the value at the time of the call comes first. The controller may be observing the property for others:
  /// a sequence is an observation of its own. It is for one loop.
  ///
  /// The sequence ends, and the property is not observed any more,
  /// - when the observed object or the observer goes; neither is retained, whatever the controller's retention
  ///   (an observer that is not a `KeyValueObject` cannot tell: what counts is then the controller, if the
  ///   observer owns it, or else the next change);
  /// - when the controller unobserves the property, the object, or everything, or goes itself; what is in the
  ///   buffer by then is still delivered;
  /// - when the task that loops is cancelled, the loop is left and the sequence dropped, or the sequence is
  ///   dropped without ever having been looped over.
  ///
  /// A task keeps what its loop uses. Where that is the observer or the observed object, capture it weakly, or
  /// it does not go, and the loop does not end.
  ///
  /// The values have to be `Sendable`, as the loop may run on any thread.
  ///
  /// - Parameters:
  ///   - object: what is observed; of nil the sequence is empty.
  ///   - keyPath: the property, or the path to it, from that object.
  ///   - options: what each change carries. With `.initial` the value at the time of the call comes first.
  ///   - buffering: how many changes wait for a slow loop. By default all of them; or the newest few, or the
  ///     oldest few, and the others are left out.
  public func changes<Object: KeyValueObject, Value: Sendable>(
    of object: Object?, _ keyPath: KeyPath<Object, Value>,
    options: KeyValueObservingOptions = [.initial, .new],
    buffering: AsyncStream<Change<Value>>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Change<Value>> {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Change<Value>.self, bufferingPolicy: buffering)
    guard let object, let key = key(keyPath, object), let observer else {
      continuation.finish()
      return changes
    }
    let end = AtEnd(finish: continuation.finish)
    let observesDeath = observer is KeyValueObject
    let record = Record(
      self, of: object, keyPath: key, options: options,
      handler: .elsewhere(.sequence) { change in
        let change = Change<Value>(change)
        if !observesDeath, change.observation.record?.controller?.observer == nil {
          return change.observation.cancel()
        }
        continuation.yield(change)
        withExtendedLifetime(end) {}
      })
    let token = ObservationToken(record: record)
    _ = withTables(of: object) { $0.bySequence.insert(record, for: object, .add) }
    continuation.onTermination = { _ in token.cancel() }
    Mediator.shared.observe(object, record)
    return changes
  }
}

/// Finishes a sequence when its handler is let go, which is when the observation has ended, for whatever reason.
private final class AtEnd: Sendable {
  private let finish: @Sendable () -> Void

  init(finish: @escaping @Sendable () -> Void) {
    self.finish = finish
  }

  deinit { finish() }
}
