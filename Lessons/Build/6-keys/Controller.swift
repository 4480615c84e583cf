public import RawObserving

/// What a controller does about the lives of the objects it observes.
public enum Retention: Sendable {
  /// The keys of the table are strong references: an object lives at least until it is unobserved.
  case retained
  /// The keys of the table are weak references: the object has to outlive the controller.
  case unretained
}

/// The observations of one object, the observer. The observer owns its controller: when the observer is released, so
/// is the controller, and with it every observation.
public final class Controller<Observer: AnyObject> {
  /// The object on whose behalf the controller observes. The observer owns the controller, so this reference is weak.
  public weak let observer: Observer?

  private let table: Table

  /// Creates a controller that observes on behalf of `observer`.
  public init(observer: Observer, retention: Retention = .retained) {
    self.observer = observer
    table = Table(retention)
  }

  deinit { unobserveAll() }

  /// Observes a key path of the object. The closure gets the observer, so it need not capture it. Does nothing if the
  /// controller observes this key path of the object already.
  public func observe<Object: KeyValueObject>(
    _ object: Object, _ keyPath: String, options: KeyValueObservingOptions = [],
    handler: @escaping (Observer, Object, KeyValueChange) -> Void
  ) {
    let record = Observation(keyPath, options) { [weak observer] object, change in
      guard let observer, let object = object as? Object else { return }
      handler(observer, object, change)
    }
    endUnreachable(at: object)
    if table.insert(record, for: object) { Mediator.shared.observe(object, record) }
  }

  /// Ends every observation of the object.
  public func unobserve(_ object: KeyValueObject) {
    endUnreachable(at: object)
    for record in table.removeAll(of: object) { Mediator.shared.unobserve(object, record) }
  }

  /// Ends every observation.
  public func unobserveAll() {
    for (object, record) in table.removeAll() { Mediator.shared.unobserve(object, record) }
  }

  /// Ends the records whose key is nil, at this address. The address may belong to another object by now.
  private func endUnreachable(at object: KeyValueObject) {
    for record in table.removeUnreachable(at: object) { Mediator.shared.unobserve(nil, record) }
  }
}
