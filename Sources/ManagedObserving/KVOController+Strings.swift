public import RawObserving

/// Observing by key path strings.
///
/// A string that names no property is accepted in silence, as in key-value observing by hand, unless a value is asked
/// for at once (`.initial` with `.new`); prefer typed key paths.
///
/// Each form comes for one key path and for several. The observer's type is written in the closure or
/// the action. Each raises `NSInvalidArgumentException` for an empty key path, an empty list of them,
/// or an observer of another type; a nil object does nothing, as in the original.
extension KVOController {
  // MARK: Closures

  /// Calls a closure for each change of one key path.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Failure>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  /// Calls a closure for each change of several key paths; the change says which.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Failure>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) throws(Failure) -> [ObservationToken] {
    try observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  /// Calls a closure for each change of one key path, for when the observer's type does not matter:
  /// `{ _, clock, change in … }`.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject, Failure>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: AnyObject, _ object: Object, _ change: KeyValueChange) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  /// Calls a closure for each change of several key paths, for when the observer's type does not matter.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject, Failure>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: AnyObject, _ object: Object, _ change: KeyValueChange) -> Void
  ) throws(Failure) -> [ObservationToken] {
    try observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  // MARK: Actions

  /// Calls a method of the observer that takes nothing, such as `ClockView.dateDidChange`.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Failure>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> () -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates,
      handler: handler(action), call: call("action:"))
  }

  /// Calls a method of the observer that takes nothing.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Failure>(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> () -> Void
  ) throws(Failure) -> [ObservationToken] {
    try observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates,
      handler: handler(action), call: call("action:"))
  }

  /// Calls a method of the observer that takes the change.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Failure>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> (KeyValueChange) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates,
      handler: handler(action), call: call("action:"))
  }

  /// Calls a method of the observer that takes the change.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Failure>(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> (KeyValueChange) -> Void
  ) throws(Failure) -> [ObservationToken] {
    try observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates,
      handler: handler(action), call: call("action:"))
  }

  /// Calls a method of the observer that takes the change and the object.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Failure>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> (KeyValueChange, Object) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates,
      handler: handler(action), call: call("action:"))
  }

  /// Calls a method of the observer that takes the change and the object.
  @discardableResult @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject, Failure>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    action: @escaping (Observer) -> (KeyValueChange, Object) -> Void
  ) throws(Failure) -> [ObservationToken] {
    try observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates,
      handler: handler(action), call: call("action:"))
  }

  // MARK: The observer's own callback

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` with this context. The
  /// observer has to be a `KeyValueObject`.
  @discardableResult
  public func observe<Failure>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    context: UnsafeMutableRawPointer?
  ) throws(Failure) -> ObservationToken {
    checkObserver(is: KeyValueObject.self, form: "context:")
    return try observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates,
      handler: .context(context),
      call: call("context:"))
  }

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` with this context. The
  /// observer has to be a `KeyValueObject`.
  @discardableResult
  public func observe<Failure>(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    context: UnsafeMutableRawPointer?
  ) throws(Failure) -> [ObservationToken] {
    checkObserver(is: KeyValueObject.self, form: "context:")
    return try observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates,
      handler: .context(context),
      call: call("context:"))
  }
}

extension KVOController {
  /// The handler that calls `body`, once the observer is known to be of the type that it takes.
  @inlinable
  func handler<Observer: AnyObject, Object: KeyValueObject>(
    _ kind: Handler.Kind, form: String, _ body: @escaping (Observer, Object, KeyValueChange) -> Void
  ) -> Handler {
    checkObserver(is: Observer.self, form: form)
    return .call(kind) { observer, object, change in
      // Sound because `checkObserver` has checked the one type, and `observe` takes only objects of the
      // other. Checking again would take 10 ns of each call; a debug build does.
      body(
        unsafeDowncast(observer, to: Observer.self), unsafeDowncast(object, to: Object.self), change
      )
    }
  }

  @inlinable
  func handler<Observer: AnyObject>(_ action: @escaping (Observer) -> () -> Void) -> Handler {
    handler(.action, form: "action:") { (observer: Observer, _: KeyValueObject, _) in
      action(observer)()
    }
  }

  @inlinable
  func handler<Observer: AnyObject>(
    _ action: @escaping (Observer) -> (KeyValueChange) -> Void
  ) -> Handler {
    handler(.action, form: "action:") { (observer: Observer, _: KeyValueObject, change) in
      action(observer)(change)
    }
  }

  @inlinable
  func handler<Observer: AnyObject, Object: KeyValueObject>(
    _ action: @escaping (Observer) -> (KeyValueChange, Object) -> Void
  ) -> Handler {
    handler(.action, form: "action:") { (observer: Observer, object: Object, change) in
      action(observer)(change, object)
    }
  }

  /// Raises if the observer is of another type. A nil observer is never called, and passes.
  @usableFromInline
  func checkObserver<Observer>(is type: Observer.Type, form: String) {
    guard let observer, !(observer is Observer) else { return }
    raise(
      .invalidArgument(
        """
        \(call(form)): it takes an observer of type \(Observer.self), and the controller's observer \
        is of type \(Swift.type(of: observer)). Write the observer's own type.
        """))
  }

  /// The call as an exception spells it, in Apple's form; `form` is its last label.
  @usableFromInline
  func call(_ form: String) -> String { "-[KVOController observe:keyPath:options:\(form)]" }
}
