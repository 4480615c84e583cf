public import RawObserving

/// Observing by typed key paths: a misspelt property, a property that cannot be observed, or a value of the wrong
/// type does not compile.
///
/// The key path names a property declared with `@Observed` or `@ObservedWeak`, with a `$`: `\.$date`. It may pass
/// through properties that hold objects, optional or not: `\.$clock.$date`. That is the same observation as the string
/// "clock.date" as soon as an object of the class of the clock has been on any such path: before that, the name of the
/// second key is not known. It is another observation if a subclass has a property of its own by that name. A computed
/// property is named by a `Property` of its own, see `computed(_:)`. <doc:WaysToObserve> lists what a key path may
/// name.
///
/// Each of these forms delivers the value after the change. With `options` you also ask for the value before it, and
/// for a call at once.
extension KVOController {
  /// Calls a closure for each change of a property, on the thread that makes the change.
  ///
  ///     controller.observe(clock, \.$date, options: .initial) { view, clock, change in
  ///       view.text = "\(clock.name): \(change.value)"
  ///     }
  ///
  /// The closure is called before the set of the property returns, after the value has been stored, and with no lock
  /// held. With `.initial` it is also called once before this function returns. It is no longer called once the
  /// observation has ended: the token was cancelled, the controller unobserved the property or was deallocated, or the
  /// observer was deallocated.
  ///
  /// Use the observer and the object that the closure receives, and capture neither: a captured observer is never
  /// deallocated, and a captured object lives as long as its observation, even under ``Retention/lifetimeBound``.
  ///
  /// Name one property in each call. Observing another object does not end the first observation: what is used again,
  /// such as a cell, keeps ``ObservationToken/scoped()`` in a property.
  ///
  /// > Important: If the controller observes the property of this object already, the closure is dropped and never
  /// > called, unless `duplicates` says otherwise. A subclass shares the controller of its superclass.
  ///
  /// > Warning: A path from an object that is not `Sendable` to one that is, is not checked. If another thread may set
  /// > that property, write `on:`.
  ///
  /// - Complexity: constant on average for a property, and proportional to the length of a path and to the controller's
  ///   observations of the object by the same key path, however many others there are. As long as a name on the path is
  ///   not known, those by all such paths count.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, `\.$date`, or the path to it from that object, `\.$clock.$date`.
  ///   - options: `.old` for the value before each change, and `.initial` for a call at once.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - file: the file of the call, for messages and ``ActiveObservation/place``. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    observe(
      object, property, options, duplicates, SourcePlace(file, line),
      .call { observer, object, change, record in
        guard observer is Observer, object is Object, let change = Change<Value>.typed(change, of: object, record)
        else { return }
        // Sound: both types have just been checked. `as?` would retain and release both objects, which is slow for
        // those that are referred to weakly, as these are.
        unsafe block(unsafeDowncast(observer, to: Observer.self), unsafeDowncast(object, to: Object.self), change)
      })
  }

  /// Calls a closure for each change of a property of a `Sendable` object, on whatever thread makes the change.
  ///
  ///     controller.observe(meter, \.$count) { log, meter, change in
  ///       log.total.add(change.value, ordering: .relaxed)
  ///     }
  ///
  /// An object that is `Sendable` may be changed on any thread. So the closure is `@Sendable`: it belongs to no actor,
  /// and captures only what is `Sendable`. For a closure that uses the state of the main actor, write `on: .shared`.
  /// The observer has to be `Sendable` too; for another one the compiler warns, and names the remedy.
  ///
  /// The closure is called before the set of the property returns, with no lock of this package held, and under those
  /// that the model holds while it sets the property.
  ///
  /// - Complexity: as for an object that is not `Sendable`.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - property: the property, or the path to it from that object.
  ///   - options: `.old` for the value before each change, and `.initial` for a call at once.
  ///   - duplicates: what happens if the controller observes the property of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult @inlinable
  public func observe<Object: KeyValueObject & Sendable, Value>(
    _ object: Object?, _ property: any KeyPath<Object, Property<Value>> & Sendable, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken where Observer: Sendable {
    let property: KeyPath<Object, Property<Value>> = property
    let block: (Observer, Object, Change<Value>) -> Void = block
    return observe(
      object, property, options: options, duplicates: duplicates, file: file, line: line, block: block)
  }

  /// Observes a property, for the typed forms.
  @usableFromInline
  func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, _ options: ChangeOptions,
    _ duplicates: DuplicatePolicy, _ place: SourcePlace, _ handler: Handler
  ) -> ObservationToken {
    core.observe(object, object.map { path(property, of: $0) }, options.raw, duplicates, place, handler)
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
  ///     controller.observe(clock, keyPath: "zone", options: .new) { view, clock, change in
  ///       view.text = "zone \(change.newValue ?? "")"
  ///     }
  ///
  /// The closure is called before the set of the property returns, after the value has been stored, and with no lock
  /// held. With `.initial` it is also called once before this function returns, and with `.prior` once more before each
  /// change.
  ///
  /// With `@count` at the end, `"tracks.@count"`, it observes how many elements an array or a set has.
  ///
  /// > Warning: A misspelt name is accepted, and its closure is never called. Prefer a typed key path, such as
  /// > `\.$zone`.
  ///
  /// - Complexity: constant on average for a key, and proportional to the length of a path, however many observations
  ///   the controller and the object have.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - keyPath: the name of a property, or several with dots in between. Raises `NSInvalidArgumentException` if it is
  ///     empty or malformed.
  ///   - options: the values that each change carries, and extra calls. None by default.
  ///   - duplicates: what happens if the controller observes the key path of this object already. By default
  ///     the new observation is dropped, and a debug build says so once.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult @inlinable public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [], duplicates: DuplicatePolicy = .ignore,
    file: StaticString = #fileID, line: UInt = #line,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) -> ObservationToken {
    observe(
      object, keyPath, options, duplicates, SourcePlace(file, line), "block:",
      .call { observer, object, change, _ in
        guard observer is Observer, object is Object else { return }
        // Sound: both types have just been checked. See the typed form.
        unsafe block(unsafeDowncast(observer, to: Observer.self), unsafeDowncast(object, to: Object.self), change)
      })
  }

  /// Calls a closure for each change of one key path of a `Sendable` object, on whatever thread makes the change.
  ///
  ///     controller.observe(meter, keyPath: "count", options: .new) { log, meter, change in
  ///       log.total.add(change.newValue as? Int ?? 0, ordering: .relaxed)
  ///     }
  ///
  /// It is the same as for an object that is not `Sendable`, except that the closure belongs to no actor and captures
  /// only what is `Sendable`.
  ///
  /// - Complexity: as for an object that is not `Sendable`.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - keyPath: the name of a property, or several with dots in between. Raises `NSInvalidArgumentException` if it is
  ///     empty or malformed.
  ///   - options: the values that each change carries, and extra calls. None by default.
  ///   - duplicates: what happens if the controller observes the key path of this object already.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult @inlinable public func observe<Object: KeyValueObject & Sendable>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [], duplicates: DuplicatePolicy = .ignore,
    file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) -> ObservationToken where Observer: Sendable {
    let block: (Observer, Object, KeyValueChange) -> Void = block
    return observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates, file: file, line: line, block: block)
  }

  /// Calls a closure for each change of several key paths, on the thread that makes the change.
  ///
  ///     controller.observe(clock, keyPaths: ["date", "zone"], options: .new) { view, clock, change in
  ///       view.text = "\(change.keyPath) is \(change.newValue ?? "")"
  ///     }
  ///
  /// `change.keyPath` says which one changed. With `.initial` the closure is called once for each key path, in their
  /// order, before this function returns. If it unobserves in such a call, the others end too.
  ///
  /// - Complexity: as for one key path, for each of them.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - keyPaths: the key paths. Raises `NSInvalidArgumentException` if there are none, or if one is empty or
  ///     malformed.
  ///   - options: the values that each change carries, and extra calls. None by default.
  ///   - duplicates: what happens to those that the controller observes already.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token for each key path, in their order. You can drop them.
  @discardableResult public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, file: StaticString = #fileID, line: UInt = #line,
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
    return core.observe(object, paths, options, duplicates, SourcePlace(file, line), handler)
  }

  /// Calls a closure for each change of several key paths of a `Sendable` object, on whatever thread makes the change.
  ///
  ///     controller.observe(meter, keyPaths: ["count", "limit"], options: .new) { log, meter, change in
  ///       log.total.add(change.newValue as? Int ?? 0, ordering: .relaxed)
  ///     }
  ///
  /// It is the same as for an object that is not `Sendable`, except that the closure belongs to no actor and captures
  /// only what is `Sendable`.
  ///
  /// - Complexity: as for one key path, for each of them.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - keyPaths: the key paths. Raises `NSInvalidArgumentException` if there are none, or if one is empty or
  ///     malformed.
  ///   - options: the values that each change carries, and extra calls. None by default.
  ///   - duplicates: what happens to those that the controller observes already.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the observed object and the change.
  /// - Returns: a token for each key path, in their order. You can drop them.
  @discardableResult public func observe<Object: KeyValueObject & Sendable>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: KeyPathChange) -> Void
  ) -> [ObservationToken] where Observer: Sendable {
    let block: (Observer, Object, KeyPathChange) -> Void = block
    return observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates, file: file, line: line, block: block)
  }

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)`, on the thread that makes the change.
  ///
  ///     view.kvoController.observe(clock, keyPath: "date", options: .new, context: ClockView.context)
  ///
  /// It is for a class that observed by hand and keeps its `observeValue`. The removals go: the controller removes.
  /// `ClockView.context` is an address that the class allocates once:
  ///
  ///     nonisolated(unsafe) static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  ///
  /// Do not pass `&variable`: with `.initial` the call is made while that access is under way, and Swift ends the
  /// process when the handler reads the variable.
  ///
  /// - Complexity: as for a closure.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - keyPath: the name of a property, or several with dots in between. Raises `NSInvalidArgumentException` if it is
  ///     empty or malformed.
  ///   - options: the values that each change carries, and extra calls. None by default.
  ///   - duplicates: what happens if the controller observes the key path of this object already, with this context or
  ///     another one.
  ///   - context: passed back with each call, and never dereferenced.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult public func observe<Object: KeyValueObject>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, context: UnsafeMutableRawPointer?, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObservationToken where Observer: KeyValueObject {
    unsafe observe(object, keyPath, options, duplicates, SourcePlace(file, line), "context:", .context(context))
  }

  /// Calls the observer's own `observeValue(forKeyPath:of:change:context:)` for a `Sendable` object, on whatever thread
  /// makes the change.
  ///
  ///     view.kvoController.observe(clock, keyPath: "date", options: .new, context: ClockView.context)
  ///
  /// It is the same as for an object that is not `Sendable`, except that the observer has to be `Sendable` too.
  ///
  /// - Complexity: as for a closure.
  ///
  /// - Parameters:
  ///   - object: the object to observe; if it is nil, nothing is observed.
  ///   - keyPath: the name of a property, or several with dots in between. Raises `NSInvalidArgumentException` if it is
  ///     empty or malformed.
  ///   - options: the values that each change carries, and extra calls. None by default.
  ///   - duplicates: what happens if the controller observes the key path of this object already, with this context or
  ///     another one.
  ///   - context: passed back with each call, and never dereferenced.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  /// - Returns: a token that ends the observation. You can drop it.
  @discardableResult public func observe<Object: KeyValueObject & Sendable>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, context: UnsafeMutableRawPointer?, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObservationToken where Observer: KeyValueObject & Sendable {
    unsafe observe(object, keyPath, options, duplicates, SourcePlace(file, line), "context:", .context(context))
  }

  /// Observes one key path, for the forms by string.
  @usableFromInline
  func observe(
    _ object: KeyValueObject?, _ keyPath: String, _ options: KeyValueObservingOptions, _ duplicates: DuplicatePolicy,
    _ place: SourcePlace, _ form: String, _ handler: Handler
  ) -> ObservationToken {
    let path = path(keyPath, of: object, "-[KVOController observe:keyPath:options:\(form)]")
    return core.observe(object, path, options, duplicates, place, handler)
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
