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

extension KVOController {
  /// Unavailable: this module does not import Dispatch.
  @available(*, unavailable, message: "write on: .function { work in queue.async(execute: work) }, or on: .shared")
  @discardableResult public func observe<Object: KeyValueObject, Value, Queue>(
    _ object: Object?, _ property: KeyPath<Object, Property<Value>>, options: ChangeOptions = [],
    duplicates: DuplicatePolicy = .ignore, on queue: Queue,
    block: (_ observer: Observer, _ change: Change<Value>) -> Void
  ) -> ObservationToken { fatalError("unavailable") }
}

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
  @available(*, unavailable, message: "write on: .shared, in main-actor code")
  public static var main: Delivery { fatalError("unavailable") }

  /// Unavailable: the main actor is not a queue.
  @available(*, unavailable, message: "write on: .shared, in main-actor code")
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
