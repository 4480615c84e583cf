public import RawObserving

/// What a controller does about the lives of the objects it observes.
public enum Retention: Sendable {
  /// The keys of the table are strong references: an object lives at least until it is unobserved.
  case retained
  /// The keys of the table are weak references: the object has to outlive the controller.
  case unretained
}

/// The observations of one object, the observer. The observer owns its controller: when the observer is released, so
/// is the controller, and with it every observation. Its methods are safe from any thread.
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
      // A strong reference: the observer lives until the call returns.
      guard let observer, let object = object as? Object else { return }
      handler(observer, object, change)
    }
    endUnreachable(at: object)
    if withTable({ $0.insert(record, for: object) }) { Mediator.shared.observe(object, record) }
  }

  /// Ends the observation of one key path of the object. Does nothing if there is none.
  public func unobserve(_ object: KeyValueObject, _ keyPath: String) {
    endUnreachable(at: object)
    if let record = withTable({ $0.remove(keyPath, of: object) }) { Mediator.shared.unobserve(object, record) }
  }

  /// Ends every observation of the object.
  public func unobserve(_ object: KeyValueObject) {
    endUnreachable(at: object)
    for record in withTable({ $0.removeAll(of: object) }) { Mediator.shared.unobserve(object, record) }
  }

  /// Ends every observation.
  public func unobserveAll() {
    for (object, record) in withTable({ $0.removeAll() }) { Mediator.shared.unobserve(object, record) }
  }

  /// Ends the records whose key is nil, at this address. The address may belong to another object by now.
  private func endUnreachable(at object: KeyValueObject) {
    for record in withTable({ $0.removeUnreachable(at: object) }) { Mediator.shared.unobserve(nil, record) }
  }

  /// Holds the mediator's lock while the body uses the table.
  private func withTable<Result>(_ body: (Table) -> Result) -> Result {
    Mediator.shared.locked { body(table) }
  }
}
