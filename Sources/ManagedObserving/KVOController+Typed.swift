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

/// The options of a typed observation, which always delivers the value after each change.
public struct ChangeOptions: OptionSet, Hashable, Sendable {
  /// The bits of the options, as Apple numbers them.
  public let rawValue: UInt

  /// Creates options out of their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the value before it.
  public static let old = ChangeOptions(rawValue: KeyValueObservingOptions.old.rawValue)

  /// One call at once, with the current value.
  public static let initial = ChangeOptions(rawValue: KeyValueObservingOptions.initial.rawValue)

  /// Unavailable: a typed change always carries the value after it.
  @available(*, unavailable, message: "a typed change always carries the new value; leave .new out")
  public static let new = ChangeOptions()

  /// Unavailable: observe by string to be called before each change.
  @available(*, unavailable, message: "observe by string, keyPath:, to be called before each change")
  public static let prior = ChangeOptions()

  /// The options of the registration.
  var raw: KeyValueObservingOptions {
    KeyValueObservingOptions(rawValue: intersection([.old, .initial]).rawValue).union(.new)
  }
}

extension ChangeOptions: CustomStringConvertible {
  /// The names of the options, as they are written in Swift.
  public var description: String { KeyValueObservingOptions(rawValue: rawValue).description }
}
