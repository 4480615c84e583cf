public import RawObserving

/// Observes on behalf of one object, its observer, and cleans up by itself.
///
///     let controller = KVOController(observer: view)
///     controller.observe(clock, \.date, options: [.initial, .new]) { (view: ClockView, clock, change) in
///       view.text = "\(clock.date)"
///     }
///
/// What to observe is named by a typed key path, as above; by a string where the name is known only at run
/// time. Who is told is a closure, as above; a method of the observer (`action:`); or the observer's own
/// `observeValue` (`context:`).
///
/// Observing the same key path of the same object again is dropped, as the original does. Removing what
/// is not there is never an error: not twice, not for what was never observed, not after either side has
/// died. When the controller goes, everything it observes is unobserved; it goes with its observer if the
/// observer owns it, as it does with ``KeyValueObject/kvoController``.
///
/// The observer is held weakly and is never called once its deinit has begun. The observed objects are
/// retained until they are unobserved, unless the controller was made with `retainObserved: false`.
///
/// The rules of key-value observing hold here, too. An object on a key path that was replaced without an
/// announcement raises at the next change or removal, whoever asks for it.
///
/// Its functions are safe from any thread; a typed key path reads properties at its first use. Handlers
/// run on the thread that made the change, and no lock is held while one runs.
public final class KVOController {
  /// On whose behalf the controller observes; nil from the moment its deinit begins.
  public var observer: AnyObject? { ownObserver.object }
  private let ownObserver: LightWeak<AnyObject>

  private let objects: Locked<ObservedObjects>
  private let retainsObserved: Bool

  /// Makes a controller that observes on behalf of `observer`.
  ///
  /// - Parameters:
  ///   - observer: who is called; held weakly.
  ///   - retainObserved: whether the observed objects are kept alive until they are unobserved. With
  ///     false they have to outlive the controller, or be unobserved before their deinit begins.
  public init(observer: AnyObject?, retainObserved: Bool = true) {
    ownObserver = LightWeak(observer)
    retainsObserved = retainObserved
    objects = Locked(ObservedObjects(keys: retainObserved ? .strong : .weak))
  }

  deinit {
    unobserveAll()
  }

  // MARK: Observing

  /// The way in for every form of `observe` that takes several key paths. None is observed if one is wrong.
  @usableFromInline
  func observe(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions,
    handler: Handler, call: @autoclosure () -> String
  ) {
    raising { () throws(Violation) in
      if keyPaths.isEmpty {
        throw .invalidArgument("\(call()): the list of key paths is empty. Name at least one.")
      }
      for keyPath in keyPaths { try check(keyPath, call: call) }
    }
    guard let object else { return }
    for keyPath in keyPaths { observe(object, keyPath, options, handler) }
  }

  /// The way in for every form of `observe` that takes one key path.
  @usableFromInline
  func observe(
    _ object: KeyValueObject?, keyPath: String, options: KeyValueObservingOptions,
    handler: Handler, call: @autoclosure () -> String
  ) {
    raising { () throws(Violation) in try check(keyPath, call: call) }
    guard let object else { return }
    observe(object, keyPath, options, handler)
  }

  private func observe(
    _ object: KeyValueObject, _ keyPath: String, _ options: KeyValueObservingOptions,
    _ handler: Handler
  ) {
    // snippet.observe
    let record = Record(self, of: object, keyPath: keyPath, options: options, handler: handler)
    let isNew = withTable(of: object) { $0.insert(record, for: object) }
    if isNew { Mediator.shared.observe(object, record) }
    // snippet.end
  }

  private func check(_ keyPath: String, call: () -> String) throws(Violation) {
    if keyPath.isEmpty {
      throw .invalidArgument("\(call()): a key path is empty. Name a property of the object.")
    }
  }

  /// Looks into the table under its lock. What the table still has of an object that died at the same
  /// address is forgotten first.
  private func withTable<Result>(
    of object: KeyValueObject, _ body: (inout ObservedObjects) -> Result
  ) -> Result {
    let (result, forgotten) = objects.withLock { table in
      let forgotten = table.removePredecessor(of: object)
      return (body(&table), forgotten)
    }
    for record in forgotten { Mediator.shared.unobserve(nil, record) }
    return result
  }

  // MARK: Unobserving

  // snippet.unobserve
  /// Stops observing one key path of the object. Does nothing if it is not observed.
  public func unobserve(_ object: KeyValueObject?, keyPath: String) {
    guard let object,
      let record = withTable(of: object, { $0.remove(keyPath, of: object) })
    else { return }
    Mediator.shared.unobserve(object, record)
  }
  // snippet.end

  /// Stops observing the object. Does nothing if it is not observed.
  public func unobserve(_ object: KeyValueObject?) {
    guard let object else { return }
    for record in withTable(of: object, { $0.removeAll(of: object) }) {
      Mediator.shared.unobserve(object, record)
    }
  }

  /// Whether a longer key path of the object is observed that begins with that one.
  func observes(_ object: KeyValueObject, behind keyPath: String) -> Bool {
    withTable(of: object) { $0.keyPaths(of: object) }.contains { $0.hasPrefix(keyPath + ".") }
  }

  // snippet.unobserve-all
  /// Stops observing everything. The controller can be used again.
  public func unobserveAll() {
    // The table is emptied under the lock and let go outside it: its strong keys may be the last
    // references to the objects, whose deinits may come back here.
    var removed = ObservedObjects(keys: retainsObserved ? .strong : .weak)
    objects.withLock { swap(&removed, &$0) }
    for (object, records) in removed.contents {
      for record in records { Mediator.shared.unobserve(object, record) }
    }
  }
  // snippet.end
}

extension KVOController: CustomDebugStringConvertible {
  /// The controller, its observer, and what it observes, a line for each key path.
  public var debugDescription: String {
    let observer = observer.map(name) ?? "nil"
    let lines = objects.withLock(\.contents).flatMap { object, records in
      records.map { record in
        "  \(object.map(name) ?? "a dead object") \(record.keyPath) \(record.options) \(record.handler)"
      }
    }
    let retention =
      retainsObserved ? "retains what it observes" : "does not retain what it observes"
    return (["<\(name(self)), observer: \(observer), \(retention)>"] + lines.sorted())
      .joined(separator: "\n")
  }

  private func name(_ object: AnyObject) -> String { "\(type(of: object)): \(address(of: object))" }
}
