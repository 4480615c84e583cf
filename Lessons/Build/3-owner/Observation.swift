public import RawObserving

/// Observes one key path of one object, and calls a closure until it is cancelled or released.
public final class Observation: KeyValueObject {
  /// What is called for a change of the object.
  public typealias Handler = (_ object: KeyValueObject, KeyValueChange) -> Void

  private let handler: Handler
  private let keyPath: String
  /// Retained until the observation is cancelled; then nil.
  private var object: KeyValueObject?

  /// Registers for the key path. The registration retains nothing, so keep the observation in a property.
  public init(
    _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions = [], handler: @escaping Handler
  ) {
    self.handler = handler
    self.keyPath = keyPath
    self.object = object
    super.init()
    object.addObserver(self, forKeyPath: keyPath, options: options)
  }

  /// Removes the registration. Does nothing the second time.
  public func cancel() {
    guard let object else { return }
    self.object = nil
    object.removeObserver(self, forKeyPath: keyPath)
  }

  // The observed object is alive: this observation retains it.
  deinit { cancel() }

  /// Calls the closure.
  override public func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    handler(object, change)
  }
}
