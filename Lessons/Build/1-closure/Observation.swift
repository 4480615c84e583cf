public import RawObserving

/// Observes one key path of one object, and calls a closure.
public final class Observation: KeyValueObject {
  /// What is called for a change of the object.
  public typealias Handler = (_ object: KeyValueObject, KeyValueChange) -> Void

  private let handler: Handler

  /// Registers for the key path. The registration retains nothing, so keep the observation in a property.
  public init(
    _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions = [], handler: @escaping Handler
  ) {
    self.handler = handler
    super.init()
    object.addObserver(self, forKeyPath: keyPath, options: options)
  }

  /// Calls the closure.
  override public func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    handler(object, change)
  }
}
