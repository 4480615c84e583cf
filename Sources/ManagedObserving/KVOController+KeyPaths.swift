public import RawObserving

/// Observing by typed key paths: a misspelt property, or a value of the wrong type, does not compile.
///
/// The key path names a property declared with `@Observed`, or a computed one that its class declares in
/// `computedKeys`: `\.date`. It may lead there through others of them that hold objects: `\.clock.date`, or
/// `\.clock?.date` where the clock can be nil. It stands for the string "clock.date": both are the same
/// observation.
///
/// The first use of a key path reads the properties on it, on the calling thread, to learn their names;
/// later uses with objects of the same class read nothing. Where another thread may be setting one of
/// them, hold your lock then, as for any read; the string forms read nothing.
///
/// What cannot be resolved to a name for certain raises `NSInvalidArgumentException` and says what to
/// write: a computed property that is not declared, an element of an array, a member of a struct, `!`; and
/// what lies behind a nil, if nothing has been learnt of it yet.
extension KVOController {
  /// Calls a closure for each change of a property.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, key(keyPath, object), options: options, duplicates: duplicates, kind: .block,
      form: "block:", block)
  }

  /// Calls a closure for each change of a property, for when the observer's type does not matter:
  /// `{ _, clock, change in … }`.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject, Value, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: AnyObject, _ object: Object, _ change: Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, key(keyPath, object), options: options, duplicates: duplicates, kind: .block,
      form: "block:", block)
  }

  /// Calls a method of the observer that takes nothing, such as `ClockView.dateDidChange`.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> () -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, key(keyPath, object), options: options, duplicates: duplicates, kind: .action,
      form: "action:"
    ) {
      (observer: Observer, _: Object, _: Change<Value>) in action(observer)()
    }
  }

  /// Calls a method of the observer that takes the change.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> (Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, key(keyPath, object), options: options, duplicates: duplicates, kind: .action,
      form: "action:"
    ) {
      (observer: Observer, _: Object, change) in action(observer)(change)
    }
  }

  /// Calls a method of the observer that takes the change and the object.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Value, Failure>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> (Change<Value>, Object) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, key(keyPath, object), options: options, duplicates: duplicates, kind: .action,
      form: "action:"
    ) {
      (observer: Observer, object: Object, change) in action(observer)(change, object)
    }
  }

  /// Stops observing one property of the object. Does nothing if it is not observed.
  ///
  /// Whatever was observed by this key path can be unobserved by it, also when there is nil on the way
  /// now. What can never be resolved raises here as well; and what lies behind a nil and is not known, if
  /// something behind that nil is observed by string.
  public func unobserve<Object: KeyValueObject, Value>(
    _ object: Object?, _ keyPath: KeyPath<Object, Value>
  ) {
    guard let object else { return }
    do throws(Violation) {
      unobserve(object, keyPath: try KeyValueObject.key(for: keyPath, of: object))
    } catch {
      // What could not be resolved was not observed by typed key path. It may have been by string, where
      // something behind that nil is observed at all.
      if case .nilOnKeyPath(_, let key) = error, !observes(object, behind: key) { return }
      raise(error)
    }
  }

  @usableFromInline
  func key<Object: KeyValueObject, Value>(
    _ path: KeyPath<Object, Value>, _ object: Object?
  ) -> String? {
    guard let object else { return nil }
    return raising { () throws(Violation) in try KeyValueObject.key(for: path, of: object) }
  }

  @inlinable
  func observe<Observer: AnyObject, Object: KeyValueObject, Value, Failure>(
    _ object: Object?, _ key: String?, options: KeyValueObservingOptions,
    duplicates: DuplicatePolicy<Failure>, kind: Handler.Kind, form: String,
    _ body: @escaping (Observer, Object, Change<Value>) -> Void
  ) throws(Failure) -> ObservationToken {
    let handler = handler(kind, form: form) { (observer: Observer, object: Object, change) in
      Change.with(change) { body(observer, object, $0) }
    }
    return try observe(
      object, keyPath: key, options: options, duplicates: duplicates, handler: handler,
      call: call(form))
  }
}
