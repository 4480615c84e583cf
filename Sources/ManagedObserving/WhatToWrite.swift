public import RawObserving

// Unavailable members, each for its message: the compiler finds it for a line that people write first, and says what to
// write instead. `Tests/Misuses` has these lines.

extension KVOController {
  /// Unavailable: a key path to a property needs a `$`.
  @available(*, unavailable, message: "write \\.$date, \\.$clock.$date for a path, or \\.hourProperty: computed(_:)")
  @discardableResult public func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Value>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore,
    block: @escaping (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken { fatalError("unavailable") }

  /// Unavailable: a key path to a property needs a `$`.
  @available(*, unavailable, message: "write \\.$date, \\.$clock.$date for a path, or \\.hourProperty: computed(_:)")
  @discardableResult public func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Value>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on actor: MainActor,
    block: @escaping @MainActor (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken { fatalError("unavailable") }

  /// Unavailable: a key path to a property needs a `$`.
  @available(*, unavailable, message: "write \\.$date, \\.$clock.$date for a path, or \\.hourProperty: computed(_:)")
  public func unobserve<Object: KeyValueObject, Value>(_ object: Object?, _ property: KeyPath<Object, Value>) {
    fatalError("unavailable")
  }
}

// Deprecated from the beginning, each for its warning. They do what the form does that the compiler would take if they
// were not there, and which it would take without a word.
extension KVOController {
  /// Deprecated: the observer is not `Sendable`, and is called on whatever thread sets the property.
  @_documentation(visibility: internal)
  @available(
    *, deprecated,
    message: "any thread may set it: write \\.$date with on: .shared in main-actor code, or make the observer Sendable"
  )
  @discardableResult public func observe<Object: KeyValueObject & Sendable, Value>(
    _ object: Object?, _ property: any KeyPath<Object, Property<Value>> & Sendable, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    let property: KeyPath<Object, Property<Value>> = property
    let block: (Observer, Object, Change<Value>) -> Void = block
    return observe(
      object, property, options: options, duplicates: duplicates, file: file, line: line, block: block)
  }

  /// Deprecated: the observer is not `Sendable`, and is called on whatever thread sets the property.
  @_documentation(visibility: internal)
  @available(
    *, deprecated,
    message: "any thread may set it: write \\.$date with on: .shared in main-actor code, or make the observer Sendable"
  )
  @discardableResult public func observe<Object: KeyValueObject & Sendable>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [], duplicates: DuplicatePolicy = .ignore,
    file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: KeyValueChange) -> Void
  ) -> ObservationToken {
    let block: (Observer, Object, KeyValueChange) -> Void = block
    return observe(
      object, keyPath: keyPath, options: options, duplicates: duplicates, file: file, line: line, block: block)
  }

  /// Deprecated: the observer is not `Sendable`, and is called on whatever thread sets the property.
  @_documentation(visibility: internal)
  @available(
    *, deprecated,
    message: "any thread may set it: write \\.$date with on: .shared in main-actor code, or make the observer Sendable"
  )
  @discardableResult public func observe<Object: KeyValueObject & Sendable>(
    _ object: Object?, keyPaths: [String], options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ object: Object, _ change: KeyPathChange) -> Void
  ) -> [ObservationToken] {
    let block: (Observer, Object, KeyPathChange) -> Void = block
    return observe(
      object, keyPaths: keyPaths, options: options, duplicates: duplicates, file: file, line: line, block: block)
  }

  /// Deprecated: the observer is not `Sendable`, and is called on whatever thread sets the property.
  @_documentation(visibility: internal)
  @available(
    *, deprecated,
    message: "any thread may set it: write \\.$date with on: .shared in main-actor code, or make the observer Sendable"
  )
  @discardableResult public func observe<Object: KeyValueObject & Sendable>(
    _ object: Object?, keyPath: String, options: KeyValueObservingOptions = [],
    duplicates: DuplicatePolicy = .ignore, context: UnsafeMutableRawPointer?, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ObservationToken where Observer: KeyValueObject {
    unsafe observe(object, keyPath, options, duplicates, SourcePlace(file, line), "context:", .context(context))
  }
}

extension KVOController {
  /// Unavailable: this module does not import Dispatch.
  @available(
    *, unavailable,
    message: "write on: .function { work in queue.async(execute: work) }, or on: .shared; in an actor, changes(of:)"
  )
  @discardableResult public func observe<Object: KeyValueObject, Value, Queue>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on queue: Queue,
    block: (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken { fatalError("unavailable") }

  /// Unavailable: this module does not import Dispatch.
  @available(
    *, unavailable,
    message: "write on: .function { work in queue.async(execute: work) }, or on: .shared; in an actor, changes(of:)"
  )
  @discardableResult public func observe<Object: KeyValueObject, Value, Queue>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on queue: Queue,
    block: (_ observer: Observer, _ object: Object, _ change: Change<Value>) -> Void
  ) -> ObservationToken { fatalError("unavailable") }

  /// Unavailable: the latest value is for the main actor.
  @available(
    *, unavailable,
    message: "write latestOn: .shared; elsewhere, a loop over changes(of:buffering: .bufferingNewest(1))"
  )
  @discardableResult public func observe<Object: KeyValueObject, Value>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, duplicates: DuplicatePolicy = .ignore,
    latestOn delivery: Delivery, block: (_ observer: Observer, _ value: Value) -> Void
  ) -> ObservationToken { fatalError("unavailable") }

  /// Unavailable: the latest value is for the main actor.
  @available(
    *, unavailable,
    message: "write latestOn: .shared; elsewhere, a loop over changes(of:buffering: .bufferingNewest(1))"
  )
  @discardableResult public func observe<Object: KeyValueObject, Value, Queue>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, duplicates: DuplicatePolicy = .ignore,
    latestOn queue: Queue, block: (_ observer: Observer, _ value: Value) -> Void
  ) -> ObservationToken { fatalError("unavailable") }
}

/// Unavailable: the name has no prefix here.
@available(*, unavailable, message: "write KVOController(observer: self), or view.kvoController")
public typealias FBKVOController = KVOController<AnyObject>

extension Change {
  /// Unavailable: a typed change always has its value.
  @available(*, unavailable, renamed: "value", message: "a typed change always has its value")
  public var newValue: Value? { nil }

  /// Unavailable: rows of any type follow from the value.
  @available(*, unavailable, message: "write rows = change.value, or change.value.map { Row($0) }")
  public func apply<Element>(to rows: inout [Element]) {}
}

extension Delivery {
  /// Unavailable: the main actor is not a queue.
  @available(*, unavailable, message: "write .shared, in main-actor code")
  public static var main: Delivery { fatalError("unavailable") }

  /// Unavailable: the main actor is not a queue.
  @available(*, unavailable, message: "write .shared, in main-actor code")
  public static var mainActor: Delivery { fatalError("unavailable") }

  /// Unavailable: this module does not import Dispatch.
  @available(*, unavailable, message: "write on: .function { work in queue.async(execute: work) }")
  public static func queue(_ queue: Any) -> Delivery { fatalError("unavailable") }
}

extension ObservationToken {
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "cancel()") public func invalidate() {}

  /// Unavailable: the controller keeps the observation.
  @available(*, unavailable, message: "the controller keeps the observation; scoped() ends it with its owner")
  public func store<Bag>(in bag: inout Bag) {}
}
