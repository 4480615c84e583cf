public import RawObserving
internal import Synchronization

/// Observes one key path of one object, and calls a closure until it is cancelled or released.
public final class Observation {
  /// What is called for a change of the object.
  public typealias Handler = (_ object: KeyValueObject, KeyValueChange) -> Void

  private static let numbers = Atomic<Int>(0)
  /// Tells this observation from every other one of the process, earlier or later.
  let number = numbers.add(1, ordering: .relaxed).newValue

  let handler: Handler
  let keyPath: String
  let options: KeyValueObservingOptions
  /// Retained until the observation is cancelled; then nil.
  private var object: KeyValueObject?

  /// Registers for the key path. The registration retains nothing, so keep the observation in a property.
  public init(
    _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions = [], handler: @escaping Handler
  ) {
    self.handler = handler
    self.keyPath = keyPath
    self.options = options
    self.object = object
    Mediator.shared.observe(object, self)
  }

  /// Removes the registration. Does nothing the second time.
  public func cancel() {
    guard let object else { return }
    self.object = nil
    Mediator.shared.unobserve(object, self)
  }

  // The observed object is alive: this observation retains it.
  deinit { cancel() }
}
