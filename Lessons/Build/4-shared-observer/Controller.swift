public import RawObserving

/// The observations of one object, the observer. The observer owns its controller: when the observer is released, so
/// is the controller, and with it every observation.
public final class Controller<Observer: AnyObject> {
  /// The object on whose behalf the controller observes. The observer owns the controller, so this reference is weak.
  public weak let observer: Observer?

  private var observations: [Observation] = []

  /// Creates a controller that observes on behalf of `observer`.
  public init(observer: Observer) { self.observer = observer }

  /// Observes a key path of the object. The closure gets the observer, so it need not capture it.
  public func observe<Object: KeyValueObject>(
    _ object: Object, _ keyPath: String, options: KeyValueObservingOptions = [],
    handler: @escaping (Observer, Object, KeyValueChange) -> Void
  ) {
    let observation = Observation(object, keyPath, options: options) { [weak observer] object, change in
      guard let observer, let object = object as? Object else { return }
      handler(observer, object, change)
    }
    observations.append(observation)
  }

  /// Ends every observation.
  public func unobserveAll() { observations = [] }
}
