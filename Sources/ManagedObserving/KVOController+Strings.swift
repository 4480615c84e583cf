public import RawObserving

/// Observing by key path strings.
///
/// Each form comes for one key path and for several. The observer's type is written in the closure or
/// the action. Each raises `NSInvalidArgumentException` for an empty key path, an empty list of them,
/// or an observer of another type; a nil object does nothing, as in the original.
extension KVOController {
  // MARK: Closures

  /// Calls a closure for each change of one key path.
  @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) {
    observe(
      object, keyPath: keyPath, options: options,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  /// Calls a closure for each change of several key paths; the change says which.
  @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) {
    observe(
      object, keyPaths: keyPaths, options: options,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  /// Calls a closure for each change of one key path, for when the observer's type does not matter:
  /// `{ _, clock, change in … }`.
  @inlinable
  public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    block: @escaping (_ observer: AnyObject, _ object: Object, _ change: KeyValueChange) -> Void
  ) {
    observe(
      object, keyPath: keyPath, options: options,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  /// Calls a closure for each change of several key paths, for when the observer's type does not matter.
  @inlinable
  public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    block: @escaping (_ observer: AnyObject, _ object: Object, _ change: KeyValueChange) -> Void
  ) {
    observe(
      object, keyPaths: keyPaths, options: options,
      handler: handler(.block, form: "block:", block), call: call("block:"))
  }

  // MARK: Actions

  /// Calls a method of the observer that takes nothing, such as `ClockView.dateDidChange`.
  @inlinable
  public func observe<Observer: AnyObject>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> () -> Void
  ) {
    observe(object, keyPaths: [keyPath], options: options, action: action)
  }

  /// Calls a method of the observer that takes nothing.
  @inlinable
  public func observe<Observer: AnyObject>(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> () -> Void
  ) {
    observe(
      object, keyPaths: keyPaths, options: options,
      handler: handler(.action, form: "action:") { (observer: Observer, _: KeyValueObject, _) in
        action(observer)()
      }, call: call("action:"))
  }

  /// Calls a method of the observer that takes the change.
  @inlinable
  public func observe<Observer: AnyObject>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> (KeyValueChange) -> Void
  ) {
    observe(object, keyPaths: [keyPath], options: options, action: action)
  }

  /// Calls a method of the observer that takes the change.
  @inlinable
  public func observe<Observer: AnyObject>(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> (KeyValueChange) -> Void
  ) {
    observe(
      object, keyPaths: keyPaths, options: options,
      handler: handler(.action, form: "action:") {
        (observer: Observer, _: KeyValueObject, change) in action(observer)(change)
      }, call: call("action:"))
  }

  /// Calls a method of the observer that takes the change and the object.
  @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> (KeyValueChange, Object) -> Void
  ) {
    observe(object, keyPaths: [keyPath], options: options, action: action)
  }

  /// Calls a method of the observer that takes the change and the object.
  @inlinable
  public func observe<Observer: AnyObject, Object: KeyValueObject>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    action: @escaping (Observer) -> (KeyValueChange, Object) -> Void
  ) {
    observe(
      object, keyPaths: keyPaths, options: options,
      handler: handler(.action, form: "action:") {
        (observer: Observer, object: Object, change) in action(observer)(change, object)
      }, call: call("action:"))
  }

  // MARK: The observer's own callback

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` with this context. The
  /// observer has to be a `KeyValueObject`.
  public func observe(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    observe(object, keyPaths: [keyPath], options: options, context: context)
  }

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` with this context. The
  /// observer has to be a `KeyValueObject`.
  public func observe(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    checkObserver(is: KeyValueObject.self, form: "context:")
    observe(
      object, keyPaths: keyPaths, options: options, handler: .context(context),
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
