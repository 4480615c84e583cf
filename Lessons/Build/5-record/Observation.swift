internal import RawObserving
internal import Synchronization

/// The record of one observation: what is observed, and what is called.
final class Observation {
  /// What is called for a change of the object.
  typealias Handler = (_ object: KeyValueObject, KeyValueChange) -> Void

  private static let numbers = Atomic<Int>(0)
  /// Tells this observation from every other one of the process, earlier or later.
  let number = numbers.add(1, ordering: .relaxed).newValue

  let handler: Handler
  let keyPath: String
  let options: KeyValueObservingOptions

  init(_ keyPath: String, _ options: KeyValueObservingOptions, handler: @escaping Handler) {
    self.handler = handler
    self.keyPath = keyPath
    self.options = options
  }
}
