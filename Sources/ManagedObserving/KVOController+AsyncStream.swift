public import RawObserving

extension KVOController {
  /// Returns the changes of a property as a sequence, for a loop with `for await`.
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
  ///   with the controller at the latest.
  /// - The controller unobserves the property, the object, or everything, or is deallocated. Changes in the buffer are
  ///   still delivered.
  /// - The task that loops is cancelled, or the last copy of the sequence is released, whether a loop has begun or not.
  ///   Leaving the loop does not end it as long as a variable holds the sequence: its buffer then grows without limit.
  ///   Write the call in the loop, as above, or end the scope of the variable after the loop.
  ///
  /// The loop may end on any thread. Nothing of the object or the controller is used there: the registration is removed
  /// at the next change of the property, at the next call to the controller, or when the controller or the object is
  /// deallocated.
  ///
  /// In place of the loop, the closures of `first(where:)` and its like are `@Sendable`:
  /// `changes.first { @Sendable in $0.value > 1 }`. A test that wants to know what a loop has received ends it, with
  /// `break` at the last value, and awaits the task.
  ///
  /// A task keeps alive what its loop uses. If that is the observer or the observed object, capture it weakly.
  /// Otherwise it is never deallocated, and the loop does not end.
  ///
  /// - Complexity: as for a closure.
  ///
  /// - Parameters:
  ///   - object: the observed object; if it is nil, the sequence is empty.
  ///   - property: the property, or the path to it, from that object.
  ///   - options: `.initial`, the default, for a first change with the current value; `.old` for the value before each
  ///     change.
  ///   - buffering: which changes wait while the loop is busy: all of them by default, or a number of the newest or of
  ///     the oldest.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  /// - Returns: the sequence. Its elements are the changes, in the order in which they were made.
  public func changes<Object: KeyValueObject, Value: Sendable>(
    of object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = .initial,
    buffering: AsyncStream<Change<Value>>.Continuation.BufferingPolicy = .unbounded, file: StaticString = #fileID,
    line: UInt = #line
  ) -> AsyncStream<Change<Value>> {
    core.removeSilenced()
    let (changes, continuation) = AsyncStream.makeStream(of: Change<Value>.self, bufferingPolicy: buffering)
    guard let object, observer != nil else {
      continuation.finish()
      return changes
    }
    let record = Record(
      core, of: object, path(property, of: object), options.raw, SourcePlace(file, line),
      .elsewhere(.sequence, Stream(continuation)))
    continuation.onTermination = { _ in record.silenceElsewhere() }
    core.observe(object, record, .add)
    return changes
  }
}

/// Puts the changes into a sequence, and finishes it when it is released. That happens when the observation ends, for
/// whatever reason.
private final class Stream<Value: Sendable>: Outbox {
  private let continuation: AsyncStream<Change<Value>>.Continuation

  init(_ continuation: AsyncStream<Change<Value>>.Continuation) { self.continuation = continuation }

  func send(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record) {
    if let change = Change<Value>.typed(change, of: object, record) { continuation.yield(change) }
  }

  /// A loop takes its changes when it likes.
  func afterWaiting(_ call: @escaping @Sendable () -> Void) { call() }

  /// A sequence has no handler.
  func willBeReleased(_ releases: Releases) {}

  deinit { continuation.finish() }
}
