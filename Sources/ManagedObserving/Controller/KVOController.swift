public import RawObserving

/// Observes on behalf of one object, its observer, and removes what it registers by itself.
///
///     view.kvoController.observe(clock, \.$date, options: .initial) { view, clock, change in
///       view.text = "\(change.value)"
///     }
///
/// A `KeyValueObject` has a controller of its own, as above. Any other observer keeps one in a property: a controller
/// that is not kept goes at once, and with it everything it observes.
///
/// What to observe is named by a typed key path, or by a string if the name is known only at run time. What to call
/// is a closure (`block:`), a method of the observer (`action:`), or the observer's own `observeValue` (`context:`).
///
/// Observing the same key path of the same object again is dropped, as in the original, unless `duplicates:` says
/// otherwise. Removing is never an error: not twice, not for what was never observed, not after either side is gone.
/// Everything a controller observes ends with it, and a controller that its observer owns ends with the observer.
///
/// The observer is held weakly, and is never called once its deinit has begun. What happens to the observed objects
/// is a choice: see ``Retention``.
///
/// The rules of key-value observing hold here too. An object on a key path that was replaced without an announcement
/// raises at the next change or removal.
///
/// ## Threads
/// All functions are safe from any thread. A handler runs on the thread that makes the change, and no lock is held
/// while it runs. Three things move it: `on:`, an action that is isolated to the main actor, and a sequence.
///
/// Swift refuses a handler that belongs to an actor where it could run elsewhere, because neither the handlers nor
/// the observed objects are `Sendable`. If you declare an observed class `@unchecked Sendable`, you give that check
/// up: a closure written in main-actor code then runs wherever the property is set. Use `on:` for those classes.
///
/// The value is a reference to the controller: copies are the same controller, whatever type the observer is called
/// by.
public struct KVOController<Observer: AnyObject> {
  let core: ControllerCore

  /// The core observes on behalf of an object of this type.
  init(_ core: ControllerCore) { self.core = core }

  /// Creates a controller that observes on behalf of `observer`, which is held weakly.
  public init(observer: Observer?, retention: Retention) {
    core = ControllerCore(observer, retention)
    Recording.report(MediatorEvent.controllerMade(core, retention, observer: observer, isOwned: false))
  }

  /// Creates a controller that observes on behalf of `observer`, as the original does.
  ///
  /// - Parameters:
  ///   - observer: the object to call; held weakly.
  ///   - retainObserved: whether the observed objects are kept alive until they are unobserved:
  ///     ``Retention/retained`` or ``Retention/unretained``.
  public init(observer: Observer?, retainObserved: Bool = true) {
    self.init(observer: observer, retention: retainObserved ? .retained : .unretained)
  }

  /// The object on whose behalf the controller observes; nil from the moment its deinit begins.
  public var observer: Observer? { core.observer.map(Self.typed) }

  /// What the controller does about the lives of the objects it observes.
  public var retention: Retention { core.retention }

  /// The observer as its type.
  @inlinable
  static func typed(_ observer: AnyObject) -> Observer {
    // Sound because `init` has taken an observer of this type, and a core has one observer.
    unsafeDowncast(observer, to: Observer.self)
  }

  // MARK: Unobserving

  /// Stops observing one property of the object, named by a typed key path. Does nothing if it is not observed.
  public func unobserve<Object: KeyValueObject, Value>(_ object: Object?, _ property: KeyPath<Object, Property<Value>>)
  {
    guard let object else { return }
    core.unobserve(object, path(property, of: object))
  }

  /// Stops observing one key path of the object. Does nothing if it is not observed.
  public func unobserve(_ object: KeyValueObject?, keyPath: String) {
    guard let object, let path = try? KeyPathString(keyPath, for: object) else { return }
    core.unobserve(object, path)
  }

  /// Stops observing the object. Does nothing if it is not observed.
  public func unobserve(_ object: KeyValueObject?) { if let object { core.unobserve(object) } }

  /// Stops observing everything. The controller can be used again.
  public func unobserveAll() { core.unobserveAll() }

  /// The key path of the property, from the object.
  func path<Object: KeyValueObject, Value>(_ property: KeyPath<Object, Property<Value>>, of object: Object)
    -> KeyPathString
  {
    enforcing { () throws(Violation) in try object.typedKeyPath(of: object[keyPath: property]) }
  }
}

extension KVOController: Hashable {
  /// Two are equal if they are the same controller.
  public static func == (one: Self, other: Self) -> Bool { one.core === other.core }

  /// Whether they are the same controller, whatever types their observer is called by.
  public static func == <Other>(one: Self, other: KVOController<Other>) -> Bool {
    one.core === other.core
  }

  /// Whether they are different controllers, whatever types their observers are called by.
  public static func != <Other>(one: Self, other: KVOController<Other>) -> Bool {
    one.core !== other.core
  }

  /// Hashes the identity of the controller.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }
}

extension KVOController: CustomDebugStringConvertible {
  /// The controller, its observer, and what it observes, a line for each key path.
  public var debugDescription: String {
    let what =
      switch retention {
      case .retained: "retains what it observes"
      case .unretained: "does not retain what it observes"
      case .lifetimeBound: "is bound to the lives of both sides"
      }
    let head = "<KVOController: \(address(of: core)), observer: \(observer.map(describe) ?? "nil"), \(what)>"
    return ([head] + activeObservations.map { "  \($0)" }).joined(separator: "\n")
  }
}
