public import RawObserving

/// Observing by key path strings.
///
/// A string that names no property is accepted in silence, as in key-value observing by hand. With both `.initial` and
/// `.new` a value is needed at once, and the call raises `NSUnknownKeyException`. Prefer typed key paths.
///
/// Each form raises `NSInvalidArgumentException` for an empty or malformed key path. A nil object does nothing, as in
/// the original.
extension KVOController {
  /// Calls a closure for each change of one key path, on the thread that makes the change.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject, Failure>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) throws(Failure) -> ObservationToken {
    try observe(object, keyPath, options, duplicates, handler(block), form: "block:")
  }

  /// Calls a closure for each change of several key paths. `change.keyPath` says which one changed. Raises
  /// `NSInvalidArgumentException` for an empty list.
  @discardableResult public func observe<Object: KeyValueObject, Failure>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyPathChange) -> Void
  ) throws(Failure) -> [ObservationToken] {
    // snippet.check
    let call = "-[KVOController observe:keyPaths:options:block:]"
    if keyPaths.isEmpty { terminate(.invalidArgument("\(call): the list of key paths is empty. Name at least one.")) }
    let paths = keyPaths.map { self.path($0, of: object, call) }
    // snippet.end
    return try core.observe(
      object, paths, options, duplicates,
      .call(.block) { observer, object, change, record in
        block(
          Self.typed(observer), unsafeDowncast(object, to: Object.self),
          KeyPathChange(keyPath: record.keyPath, change: change))
      })
  }

  /// Calls a method of the observer for each change of one key path, on the thread that makes the change. The method
  /// takes the change.
  @discardableResult public func observe<Failure>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, action: @escaping (Observer) -> (KeyValueChange) -> Void
  ) throws(Failure) -> ObservationToken {
    let handler = Handler.call(.action) { observer, _, change, _ in
      action(Self.typed(observer))(change)
    }
    return try observe(object, keyPath, options, duplicates, handler, form: "action:")
  }

  /// Not for use: Swift refuses a main-actor method here, because a change that is not typed is not `Sendable` and
  /// cannot be sent to the main actor. Name the property by a typed key path, `\.$date`, for an action on the main
  /// actor.
  ///
  /// Swift chooses this form for a main-actor method, and then reports the error. If the form were marked unavailable,
  /// Swift would choose the form above, and the method would run on the thread of the change.
  @discardableResult
  public func observe<Untyped: UntypedChange & Sendable, Failure>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, action: @escaping (Observer) -> @MainActor (Untyped) -> Void
  ) throws(Failure) -> ObservationToken { fatalError("no untyped change is Sendable") }

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` with this context.
  @discardableResult public func observe<Failure>(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy<Failure> = .ignore, context: UnsafeMutableRawPointer?
  ) throws(Failure) -> ObservationToken where Observer: KeyValueObject {
    try observe(object, keyPath, options, duplicates, .context(context), form: "context:")
  }

  @usableFromInline
  func observe<Failure>(
    _ object: KeyValueObject?, _ keyPath: String, _ options: KeyValueObservingOptions,
    _ duplicates: DuplicatePolicy<Failure>, _ handler: Handler, form: String
  ) throws(Failure) -> ObservationToken {
    let path = self.path(keyPath, of: object, "-[KVOController observe:keyPath:options:\(form)]")
    return try core.observe(object, [path], options, duplicates, handler)[0]
  }

  @inlinable
  func handler<Object: KeyValueObject>(_ block: @escaping (Observer, Object, KeyValueChange) -> Void) -> Handler {
    .call(.block) { observer, object, change, _ in
      block(Self.typed(observer), unsafeDowncast(object, to: Object.self), change)
    }
  }

  private func path(_ keyPath: String, of object: KeyValueObject?, _ call: String) -> KeyPathString? {
    if keyPath.isEmpty { terminate(.invalidArgument("\(call): a key path is empty. Name a property of the object.")) }
    return object.map { object in enforcing { () throws(Violation) in try KeyPathString(keyPath, for: object) } }
  }
}

/// A change, as a handler for several key paths receives it.
@dynamicMemberLookup public struct KeyPathChange {
  /// The key path that changed.
  public let keyPath: String
  /// The change, whose members are also members of this.
  public let change: KeyValueChange

  /// A member of the change.
  public subscript<Value>(dynamicMember member: KeyPath<KeyValueChange, Value>) -> Value { change[keyPath: member] }
}

/// A change that carries values of any type: a `KeyValueChange`.
public protocol UntypedChange {}

extension KeyValueChange: UntypedChange {}
