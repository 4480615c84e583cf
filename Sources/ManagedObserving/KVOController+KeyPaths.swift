public import RawObserving

/// Observing by typed key paths: a misspelt property, or a value of the wrong type, does not compile.
///
/// The key path has to name a property declared with `@Observed`, or a computed one that its class
/// declares in `computedKeys`. What cannot be resolved to a name for certain, such as a computed property
/// that is not declared, or a path through several objects, raises `NSInvalidArgumentException` and says
/// what to write.
///
/// The first use of a key path reads the property once, on the calling thread, to learn its name. Where
/// another thread may be setting it, hold your lock then, as for any read; the string forms read nothing.
extension KVOController {
  /// Calls a closure for each change of a property.
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    block: @escaping (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) {
    observe(object, key(keyPath, object), options: options, kind: .block, form: "block:", block)
  }

  /// Calls a closure for each change of a property, for when the observer's type does not matter:
  /// `{ _, clock, change in … }`.
  public func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    block: @escaping (_ observer: AnyObject, _ object: Object, _ change: Change<Value>) -> Void
  ) {
    observe(object, key(keyPath, object), options: options, kind: .block, form: "block:", block)
  }

  /// Calls a method of the observer that takes nothing, such as `ClockView.dateDidChange`.
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> () -> Void
  ) {
    observe(object, key(keyPath, object), options: options, kind: .action, form: "action:") {
      (observer: Observer, _: Object, _: Change<Value>) in action(observer)()
    }
  }

  /// Calls a method of the observer that takes the change.
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> (Change<Value>) -> Void
  ) {
    observe(object, key(keyPath, object), options: options, kind: .action, form: "action:") {
      (observer: Observer, _: Object, change) in action(observer)(change)
    }
  }

  /// Calls a method of the observer that takes the change and the object.
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> (Change<Value>, Object) -> Void
  ) {
    observe(object, key(keyPath, object), options: options, kind: .action, form: "action:") {
      (observer: Observer, object: Object, change) in action(observer)(change, object)
    }
  }

  /// Stops observing one property of the object. Does nothing if it is not observed.
  public func unobserve<Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>
  ) {
    guard let object, let key = key(keyPath, object) else { return }
    unobserve(object, keyPath: key)
  }

  private func key<Object: KeyValueObject, Value>(
    _ path: KeyPath<Object, Value>, _ object: Object?
  ) -> String? {
    guard let object else { return nil }
    return raising { () throws(Violation) in try KeyValueObject.key(for: path, of: object) }
  }

  private func observe<Observer: AnyObject, Object: KeyValueObject, Value>(
    _ object: Object?, _ key: String?, options: KeyValueObservingOptions, kind: Handler.Kind,
    form: String, _ body: @escaping (Observer, Object, Change<Value>) -> Void
  ) {
    guard let object, let key else { return }
    let handler = handler(kind, form: form) { (observer: Observer, object: Object, change) in
      body(observer, object, Change(change))
    }
    observe(object, keyPaths: [key], options: options, handler: handler, call: call(form))
  }
}
