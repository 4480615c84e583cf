public import RawObserving
internal import Synchronization

/// Observes objects on behalf of one object, its observer, and removes its registrations automatically.
///
///     view.kvoController.observe(clock, \.$date, options: .initial) { view, clock, change in
///       view.text = "\(change.value)"
///     }
///
/// A `KeyValueObject` has a controller of its own, as above. Any other observer keeps one in a property. A controller
/// that is not kept is deallocated at once, and its observations end.
///
/// Name the property by a typed key path, or by a string if the name is known only at run time. The handler
/// is a closure. `context:` calls the observer's own `observeValue`.
///
/// A second observation of the same key path of the same object is dropped, as in the original, unless `duplicates:`
/// says otherwise. Removing is never an error, even if you remove twice, remove what was never observed, or remove
/// after either side has been deallocated. The observations of a controller end when it is deallocated. A controller
/// that only its observer owns is deallocated with the observer.
///
/// The controller holds its observer weakly, and never calls it once its deinit has begun. How it holds the observed
/// objects is your choice: see ``Retention``.
///
/// A handler must not capture its controller. A `KVOController` is a structure, but it retains the controller to which
/// it refers, and the controller retains the handler. The observer is then deallocated, and what it observed stays
/// retained and observed. Use the controller of the observer that the handler receives: `view.kvoController`.
///
/// The rules of key-value observing hold here too. If an object on a key path is replaced without an announcement, the
/// next announced replacement raises. Unobserving does not.
///
/// ## Threads
/// A handler runs on the thread that makes the change, and no lock is held while it runs. The forms with `on:`, and a
/// sequence, deliver elsewhere.
///
/// A controller is not `Sendable`: use it where its observer is used. In an actor there is no `on:` for that actor;
/// loop over ``changes(of:_:options:buffering:file:line:)`` in a task of the actor. All functions are safe from any
/// thread for code that Swift does not check.
///
/// Swift refuses a handler that belongs to an actor if it could run outside that actor, because neither the handlers
/// nor the observed objects are `Sendable`. There are two exceptions:
///
/// - If you declare an observed class `@unchecked Sendable`, a closure without `on:` runs on whatever thread sets the
///   property. It has to be `@Sendable`, so most mistakes do not compile. Use `on:` for those classes, and for a path
///   that leads to one from an object that is not `Sendable`: that closure is not checked.
/// - What a deallocation calls runs on the thread that deallocates. That may be another thread than that of the model,
///   even if nothing is declared `@unchecked`. Use `on: .shared` if a property is declared with `@ObservedWeak`, or
///   declare an `isolated deinit` in the class that owns the object. <doc:ThreadsAndIsolation> shows both.
///
/// A `KVOController` refers to one controller, and so do its copies. Where a superclass has a controller in a property,
/// its handlers receive the superclass: give a subclass a property of its own, or use `kvoController`, which names the
/// class of the view that it is asked of.
public struct KVOController<Observer: AnyObject> {
  let core: ControllerCore

  /// Wraps a core whose observer is an object of this type.
  init(_ core: ControllerCore) { self.core = core }

  /// Creates a controller that observes on behalf of an object.
  ///
  ///     lazy var controller = KVOController(observer: self, retention: .lifetimeBound)
  ///
  /// Keep it in a property of the observer, which has to be lazy: it needs `self`. A `KeyValueObject` has three
  /// controllers already. Any thread may create one.
  ///
  /// - Parameters:
  ///   - observer: the object to call; held weakly. If it is nil, the controller observes nothing.
  ///   - retention: whether the observed objects are kept alive, and whether their deinit ends the observations.
  public init(observer: Observer?, retention: Retention) {
    core = ControllerCore(observer, retention)
    EventProbe.report(MediatorEvent.controllerMade(core, retention, observer: observer, isOwned: false))
  }

  /// Creates a controller that observes on behalf of an object, as the original does.
  ///
  ///     lazy var controller = KVOController(observer: self)
  ///
  /// - Parameters:
  ///   - observer: the object to call; held weakly.
  ///   - retainObserved: whether the observed objects are kept alive until they are unobserved:
  ///     ``Retention/retained`` or ``Retention/unretained``.
  public init(observer: Observer?, retainObserved: Bool = true) {
    self.init(observer: observer, retention: retainObserved ? .retained : .unretained)
  }

  /// The object on whose behalf the controller observes; nil from the moment its deinit begins.
  public var observer: Observer? { core.observer as? Observer }

  /// How the controller holds the objects it observes.
  public var retention: Retention { core.retention }

  /// Whether a line on standard error says what happens to the observations of this controller: for debugging.
  ///
  ///     view.kvoController.isTraced = true
  ///
  /// A line is printed when an observation begins, is dropped as a duplicate or ends, before each call with its change,
  /// and when a change is sent elsewhere. It is printed on the thread where that happens, and no lock is held.
  public var isTraced: Bool {
    get { core.table.isTraced.load(ordering: .relaxed) }
    nonmutating set { core.table.isTraced.store(newValue, ordering: .relaxed) }
  }

  // MARK: Unobserving

  /// Stops observing one property of the object, named by a typed key path. Does nothing if it is not observed.
  ///
  ///     view.kvoController.unobserve(clock, \.$date)
  ///
  /// Once it has returned, no call of the handlers begins on this thread. A call that is under way on another thread
  /// finishes. It ends the observations of this controller alone: an object's own three controllers know nothing of
  /// each other, and a debug build says so once if another one observes the property.
  ///
  /// - Complexity: constant on average for each observation that it ends, however many others there are. As long as a
  ///   name on the path is not known, the controller's observations of the object by all such paths count.
  ///
  /// - Parameters:
  ///   - object: the observed object; if it is nil, nothing happens.
  ///   - property: the property, or the path to it from that object.
  public func unobserve<Object: KeyValueObject, Value>(_ object: Object?, _ property: KeyPath<Object, Property<Value>>)
  {
    // A key path that leads to a property of another object is not observed.
    guard let object, let path = object.keyPathStringIfAny(of: object[keyPath: property]) else { return }
    core.unobserve(object, path)
  }

  /// Stops observing one key path of the object. Does nothing if it is not observed.
  ///
  ///     view.kvoController.unobserve(clock, keyPath: "zone")
  ///
  /// Once it has returned, no call of the handlers begins on this thread.
  ///
  /// - Complexity: as for a typed key path.
  ///
  /// - Parameters:
  ///   - object: the observed object; if it is nil, nothing happens.
  ///   - keyPath: the key path. Nothing happens if it is malformed.
  public func unobserve(_ object: KeyValueObject?, keyPath: String) {
    if let object, let path = KeyPathString(keyPath) { core.unobserve(object, path) }
  }

  /// Stops observing the object. Does nothing if it is not observed.
  ///
  ///     view.kvoController.unobserve(clock)
  ///
  /// What a superclass observes through the same controller ends too. In a class with subclasses, cancel tokens.
  ///
  /// Once it has returned, no call of the handlers begins on this thread. Sequences of the object end too.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of this controller's observations of the object.
  ///
  /// - Parameter object: the observed object; if it is nil, nothing happens.
  public func unobserve(_ object: KeyValueObject?) { if let object { core.unobserve(object) } }

  /// Stops observing everything. The controller can be used again.
  ///
  ///     view.kvoController.unobserveAll()
  ///
  /// What a superclass observes through the same controller ends too. In a class with subclasses, cancel tokens.
  ///
  /// Once it has returned, no call of the handlers begins on this thread. You need it only if the observer stops before
  /// it is deallocated: the observations end with the controller.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of this controller's observations.
  public func unobserveAll() { core.unobserveAll() }

  /// The key path of the property, from the object.
  func path<Object: KeyValueObject, Value>(_ property: KeyPath<Object, Property<Value>>, of object: Object)
    -> KeyPathString
  {
    object.keyPathString(of: object[keyPath: property])
  }
}

extension KVOController: Hashable {
  /// Returns whether both refer to the same controller.
  public static func == (one: Self, other: Self) -> Bool { one.core === other.core }

  /// Hashes the identity of the controller.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }
}

extension KVOController: CustomDebugStringConvertible {
  /// The controller and its observer, and a line for each observed key path.
  ///
  /// - Complexity: as for ``activeObservations``.
  public var debugDescription: String {
    let what =
      switch retention {
      case .retained: "retains what it observes"
      case .unretained: "does not retain what it observes"
      case .lifetimeBound: "is bound to the lives of both sides"
      }
    let head = "<KVOController: \(address(of: core)), observer: \(observer.map(describe) ?? "nil"), \(what)>"
    let observations = activeObservations.map { "  \($0)" }
    let isLeft = observer == nil && !observations.isEmpty
    let advice = """
        The observer has been deallocated, and something retains its controller. If a handler captures the controller, \
      let it use that of the observer which it receives: view.kvoController.
      """
    return ([head] + observations + (isLeft ? [advice] : [])).joined(separator: "\n")
  }
}

extension KeyValueCodingAndObserving {
  /// This object's own controller, which retains what it observes. It is created at its first use and released when
  /// this object is deallocated.
  ///
  /// Two threads that ask at the same time get the same controller. The original has a race here. It cannot be
  /// assigned.
  ///
  /// > Important: It retains this object, if this object observes itself: neither is deallocated. Use
  /// > ``kvoControllerLifetimeBound`` for that.
  ///
  /// > Important: Superclass and subclass share one controller. If both observe the same property of the same object,
  /// > the handler of the one that comes later is dropped. Write `duplicates: .add` in both: the later call decides.
  public var kvoController: KVOController<Self> {
    KVOController(ownController("kvoController", .retained))
  }

  /// This object's own controller, which does not retain what it observes. It is created at its first use and released
  /// when this object is deallocated.
  ///
  /// An object that it observes has to outlive this object, or be unobserved before its own deinit begins.
  ///
  /// > Warning: Do not use it to observe this object itself, or a path that begins at itself: by the time it
  /// > unobserves, its weak reference to this object reads nil. In the classic era, the default, that raises. Use
  /// > ``kvoControllerLifetimeBound``.
  ///
  /// Superclass and subclass share it: see ``kvoController``.
  public var kvoControllerNonRetaining: KVOController<Self> {
    KVOController(ownController("kvoControllerNonRetaining", .unretained))
  }

  /// This object's own controller, whose observations end when either side is deallocated. It is created at its first
  /// use and released when this object is deallocated.
  ///
  /// Use it if an object observes itself, or a path that begins at itself. The observation does not keep the object
  /// alive, and ends in its deinit.
  ///
  /// Superclass and subclass share it: see ``kvoController``.
  public var kvoControllerLifetimeBound: KVOController<Self> {
    KVOController(ownController("kvoControllerLifetimeBound", .lifetimeBound))
  }

  /// Those of this object's own controllers that have been created.
  var ownControllers: [ControllerCore] {
    ["kvoController", "kvoControllerNonRetaining", "kvoControllerLifetimeBound"].compactMap {
      existingAssociatedObject(Self.prefix + $0) as? ControllerCore
    }
  }

  /// Keeps the names apart from those that a client chooses.
  private static var prefix: String { "ManagedObserving." }

  private func ownController(_ name: String, _ retention: Retention) -> ControllerCore {
    var made: ControllerCore?
    let core = associatedObject(Self.prefix + name) {
      let core = ControllerCore(self, retention, name: name)
      made = core
      return core
    }
    if core === made { EventProbe.report(MediatorEvent.controllerMade(core, retention, observer: self, isOwned: true)) }
    return core
  }
}

/// How a controller holds the objects it observes. It always holds its observer weakly.
///
/// | | `retained` | `unretained` | `lifetimeBound` |
/// | --- | --- | --- | --- |
/// | the controller's reference to what it observes | strong | weak | weak |
/// | the observed object has no other owner | stays alive until it is unobserved | is deallocated while observed: an exception in the classic era | is unobserved in its deinit |
/// | the observer and its controller are deallocated | all is unobserved | all is unobserved | all is unobserved |
/// | the observer is deallocated, and the controller is not | the observer is not called any more; what it observed stays retained | the observer is not called any more | all is unobserved |
/// | the observer observes itself | a retain cycle, until it is unobserved | is deallocated while observed | is unobserved in its deinit |
/// | the observed object owns the controller, or observes the observer in its turn | a retain cycle, until it is unobserved | no cycle | no cycle |
///
/// Use `retained` for objects that the observer needs as long as it lives. Use `lifetimeBound` if an object observes
/// itself, or if the observed object may be deallocated first. Use `unretained` if the observed object is known to live
/// longer: a part that observes its owner, for example.
public enum Retention: Sendable {
  /// Retains observed objects until they are unobserved: the original's default.
  case retained

  /// Does not retain observed objects. They have to outlive the controller, or be unobserved before their deinit
  /// begins. This is the original's second policy.
  case unretained

  /// Does not retain observed objects, and ends an observation in the deinit of the observed object or of the observer,
  /// whichever runs first. The original has no such policy. What waits to be delivered elsewhere when the object goes
  /// is still delivered.
  ///
  /// The deinit of an observer that is not a `KeyValueObject` cannot be noticed. If another object owns the controller,
  /// such an observer's observations end at the next change after its deallocation, and its sequences with the
  /// controller at the latest.
  case lifetimeBound
}

/// What `observe` does if the controller observes the same key path of the same object already.
///
///     controller.observe(clock, \.$date, duplicates: .replace) { view, _, change in view.dateDidChange(change) }
///
/// A sequence is never a duplicate. What a ``ScopedObservation`` holds is in the way of no other observation either: a
/// property that holds one can be assigned again, as with `NSKeyValueObservation`. An observation is scoped from the
/// call of ``ObservationToken/scoped()`` on. Before that, in its own call of `.initial` or for another thread, it is
/// one like any other; write ``add`` where that may be.
public enum DuplicatePolicy: Sendable {
  /// Keeps the first observation and drops the new one, as the original does. This is the default. The token of the
  /// dropped observation is not active, and a debug build says on standard error what was dropped: once, with the
  /// places of both calls.
  case ignore

  /// Does what ``ignore`` does, and says nothing. It is for calls that may come again, such as those in a method that
  /// is called each time a view appears.
  case ignoreInSilence

  /// Replaces the first observation with the new one, its handler and its options. A change that is
  /// under way may call neither handler.
  case replace

  /// Keeps both. Each change calls both handlers, in no promised order. Unobserving the key path ends both, and a token
  /// ends its own.
  case add
}
