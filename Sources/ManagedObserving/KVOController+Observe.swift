public import RawObserving

/// Observing by typed key paths: a misspelt property, a property that cannot be observed, or a value of the wrong
/// type does not compile.
///
/// The key path names a property declared with `@Observed` or `@ObservedWeak`, with a `$`: `\.$date`. It may pass
/// through properties that hold objects, optional or not: `\.$clock.$date`. That is the same observation as the string
/// "clock.date" as soon as an object of the class of the clock has been on any such path: before that, the name of the
/// second key is not known. It is another observation if a subclass has a property of its own by that name. A computed
/// property is named by a `Property` of its own, see `computed(_:)`. <doc:WaysToObserve> lists what a key path may name.
///
/// Each of these forms delivers the value after the change. With `options` you also ask for the value before it, and
/// for a call at once.
extension KVOController {
  /// Calls a closure for each change of a property, on the thread that makes the change.
  ///
  /// - Complexity: constant on average for a property, and proportional to the length of a path and to the controller's
  ///   observations of the object by the same key path, however many others there are. As long as a name on the path is
  ///   not known, those by all such paths count.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    observe(
      object, property, options, duplicates,
      .call { observer, object, change, record in
        guard observer is Observer, object is Object, let change = Change<Value>.typed(change, of: object, record)
        else { return }
        // Sound: both types have just been checked. `as?` would retain and release both objects, which is slow for those
        // that are referred to weakly, as these are.
        unsafe block(unsafeDowncast(observer, to: Observer.self), unsafeDowncast(object, to: Object.self), change)
      })
  }

  /// Observes a property, for the typed forms.
  @usableFromInline
  func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, _ options: ChangeOptions,
    _ duplicates: DuplicatePolicy, _ handler: Handler
  ) -> ObservationToken {
    core.observe(object, object.map { path(property, of: $0) }, options.raw, duplicates, handler)
  }
}

/// Observing by key path strings.
///
/// A string that names no property is accepted in silence, as in key-value observing by hand. With both `.initial` and
/// `.new` a value is needed at once, and the call raises `NSUnknownKeyException`. Prefer typed key paths.
///
/// Each form raises `NSInvalidArgumentException` for an empty or malformed key path. A nil object does nothing, as in
/// the original.
extension KVOController {
  /// Calls a closure for each change of one key path, on the thread that makes the change.
  ///
  /// - Complexity: constant on average for a key, and proportional to the length of a path, however many observations
  ///   the controller and the object have.
  @discardableResult @inlinable public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [], duplicates: DuplicatePolicy = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) -> ObservationToken {
    observe(
      object, keyPath, options, duplicates, "block:",
      .call { observer, object, change, _ in
        guard observer is Observer, object is Object else { return }
        // Sound: both types have just been checked. See the typed form.
        unsafe block(unsafeDowncast(observer, to: Observer.self), unsafeDowncast(object, to: Object.self), change)
      })
  }

  /// Calls a closure for each change of several key paths. `change.keyPath` says which one changed. Raises
  /// `NSInvalidArgumentException` for an empty list.
  ///
  /// - Complexity: as for one key path, for each of them.
  @discardableResult public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyPathChange) -> Void
  ) -> [ObservationToken] {
    // snippet.check
    let call = "-[KVOController observe:keyPaths:options:block:]"
    if keyPaths.isEmpty { terminate(.invalidArgument("\(call): the list of key paths is empty. Name at least one.")) }
    let paths = keyPaths.map { self.path($0, of: object, call) }
    // snippet.end
    let handler = Handler.call { observer, object, change, record in
      guard observer is Observer, object is Object else { return }
      // Sound: both types have just been checked. See the typed form.
      unsafe block(
        unsafeDowncast(observer, to: Observer.self), unsafeDowncast(object, to: Object.self),
        KeyPathChange(keyPath: record.keyPath, change: change))
    }
    return core.observe(object, paths, options, duplicates, handler)
  }

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` with this context.
  ///
  /// - Complexity: as for a closure.
  @discardableResult public func observe(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, context: UnsafeMutableRawPointer?
  ) -> ObservationToken where Observer: KeyValueObject {
    unsafe observe(object, keyPath, options, duplicates, "context:", .context(context))
  }

  /// Observes one key path, for the forms by string.
  @usableFromInline
  func observe(
    _ object: KeyValueObject?, _ keyPath: String, _ options: KeyValueObservingOptions, _ duplicates: DuplicatePolicy,
    _ form: String, _ handler: Handler
  ) -> ObservationToken {
    let path = path(keyPath, of: object, "-[KVOController observe:keyPath:options:\(form)]")
    return core.observe(object, path, options, duplicates, handler)
  }

  private func path(_ keyPath: String, of object: KeyValueObject?, _ call: String) -> KeyPathString? {
    if keyPath.isEmpty { terminate(.invalidArgument("\(call): a key path is empty. Name a property of the object.")) }
    return object?.keyPathString(keyPath)
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
