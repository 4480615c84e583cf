public import RawObserving

/// Observes on behalf of one object, its observer, and cleans up by itself.
///
///     view.kvoController.observe(clock, \.date, options: [.initial, .new]) {
///       (view: ClockView, clock, change) in view.text = "\(clock.date)"
///     }
///
/// A `KeyValueObject` has a controller of its own, as above. Any other observer keeps one in a property; a controller
/// that nobody keeps goes at once, and what it observes is unobserved.
///
/// What to observe is named by a typed key path, as above; by a string where the name is known only at run
/// time. Who is told is a closure, as above; a method of the observer (`action:`); or the observer's own
/// `observeValue` (`context:`).
///
/// Observing the same key path of the same object again is dropped, as the original does, unless `duplicates:`
/// says otherwise. Each observation has a token to cancel it. Removing what is not there is never an error:
/// not twice, not for what was never observed, not after either side has died. When the controller goes,
/// everything it observes is unobserved; it goes with its observer if the observer owns it, as it does with
/// ``RawObserving/KeyValueObject/kvoController``.
///
/// The observer is held weakly and is never called once its deinit has begun. What becomes of the observed
/// objects is a choice: see ``Retention``.
///
/// The rules of key-value observing hold here, too. An object on a key path that was replaced without an
/// announcement raises at the next change or removal, whoever asks for it.
///
/// Its functions are safe from any thread, but a typed key path reads the properties at its first use. Handlers run on
/// the thread that made the change, unless `on:` says where; and no lock is held while one runs. That goes for closures
/// written in main-actor code and for actions of main-actor classes, too: they compile, and run on whatever thread it
/// is. Say `on:` for those.
public final class KVOController {
  /// On whose behalf the controller observes; nil from the moment its deinit begins.
  public var observer: AnyObject? { ownObserver.object }
  private let ownObserver: LightWeak<AnyObject>

  /// What it does about the lives of the objects it observes.
  public let retention: Retention

  let tables: Locked<Tables>

  /// Makes a controller that observes on behalf of `observer`, who is held weakly.
  public init(observer: AnyObject?, retention: Retention) {
    ownObserver = LightWeak(observer)
    self.retention = retention
    tables = Locked(Tables(retention: retention))
  }

  /// Makes a controller that observes on behalf of `observer`, as the original does.
  ///
  /// - Parameters:
  ///   - observer: who is called; held weakly.
  ///   - retainObserved: whether the observed objects are kept alive until they are unobserved:
  ///     ``Retention/retained`` or ``Retention/unretained``.
  public convenience init(observer: AnyObject?, retainObserved: Bool = true) {
    self.init(observer: observer, retention: retainObserved ? .retained : .unretained)
  }

  deinit {
    unobserveAll()
    forgetObserver()
  }

  // MARK: Observing

  /// The way in for every form of `observe` that takes one key path. A typed one has no name as long as there
  /// is no object.
  @usableFromInline
  func observe<Failure>(
    _ object: KeyValueObject?, keyPath: String?, options: KeyValueObservingOptions,
    duplicates: DuplicatePolicy<Failure>, handler: Handler, call: @autoclosure () -> String
  ) throws(Failure) -> ObservationToken {
    raising { () throws(Violation) in if let keyPath { try check(keyPath, call: call) } }
    guard let object, let keyPath else {
      try duplicates.report(.noObject)
      return ObservationToken(record: nil)
    }
    // snippet.observe
    let record = Record(self, of: object, keyPath: keyPath, options: options, handler: handler)
    let insertion = withTables(of: object) {
      $0.byHandler.insert(record, for: object, duplicates.rule)
    }
    guard register(record, insertion, with: object) else {
      try duplicates.report(.alreadyObserved(keyPath: keyPath))
      return ObservationToken(record: nil)
    }
    return ObservationToken(record: record)
    // snippet.end
  }

  /// The way in for every form of `observe` that takes several key paths. None is observed if one is wrong,
  /// or if one is a duplicate and that is to be reported.
  @usableFromInline
  func observe<Failure>(
    _ object: KeyValueObject?, keyPaths: [String], options: KeyValueObservingOptions,
    duplicates: DuplicatePolicy<Failure>, handler: Handler, call: @autoclosure () -> String
  ) throws(Failure) -> [ObservationToken] {
    // snippet.check
    raising { () throws(Violation) in
      if keyPaths.isEmpty {
        throw .invalidArgument("\(call()): the list of key paths is empty. Name at least one.")
      }
      for keyPath in keyPaths { try check(keyPath, call: call) }
    }
    // snippet.end
    guard let object else {
      try duplicates.report(.noObject)
      return keyPaths.map { _ in ObservationToken(record: nil) }
    }
    let records = keyPaths.map {
      Record(self, of: object, keyPath: $0, options: options, handler: handler)
    }
    let (insertions, duplicate) = withTables(of: object) { tables in
      duplicates.rule == .report
        ? tables.byHandler.insertAllOrNone(records, for: object)
        : (records.map { tables.byHandler.insert($0, for: object, duplicates.rule) }, nil)
    }
    if let duplicate { try duplicates.report(.alreadyObserved(keyPath: duplicate)) }
    return zip(records, insertions).map { record, insertion in
      ObservationToken(record: register(record, insertion, with: object) ? record : nil)
    }
  }

  /// Registers a record that has come into a table, in place of those that it replaces there.
  private func register(
    _ record: Record, _ insertion: ObservedObjects.Insertion, with object: KeyValueObject
  ) -> Bool {
    guard case .inserted(let replaced) = insertion else { return false }
    for record in replaced { Mediator.shared.unobserve(object, record) }
    Mediator.shared.observe(object, record)
    return true
  }

  private func check(_ keyPath: String, call: () -> String) throws(Violation) {
    if keyPath.isEmpty {
      throw .invalidArgument("\(call()): a key path is empty. Name a property of the object.")
    }
  }

  // MARK: Unobserving

  // snippet.unobserve
  /// Stops observing one key path of the object. Does nothing if it is not observed.
  public func unobserve(_ object: KeyValueObject?, keyPath: String) {
    guard let object else { return }
    for record in withTables(of: object, { $0.remove(keyPath, of: object) }) {
      Mediator.shared.unobserve(object, record)
    }
  }
  // snippet.end

  /// Stops observing the object. Does nothing if it is not observed.
  public func unobserve(_ object: KeyValueObject?) {
    guard let object else { return }
    for record in withTables(of: object, { $0.removeAll(of: object) }) {
      Mediator.shared.unobserve(object, record)
    }
  }

  /// Ends the observation that the record is about. Does nothing if it has ended.
  func unobserve(_ record: Record) {
    if let object = tables.withLock({ $0.object(record.object) }) {
      if withTables(of: object, { $0.remove(record) }) { Mediator.shared.unobserve(object, record) }
    } else if retention == .unretained, tables.withLock({ $0.byHandler.remove(record) }) {
      Mediator.shared.unobserve(nil, record)
    } else {
      // What is bound to an object in its deinit, that object ends. Nobody is called any more meanwhile.
      Mediator.shared.silence(record)
    }
  }

  /// Whether a longer key path of the object is observed that begins with that one, and may have been named by
  /// a string. Those of sequences never are.
  func observes(_ object: KeyValueObject, behind keyPath: String) -> Bool {
    withTables(of: object) { $0.byHandler.records(of: object) }
      .contains { $0.keyPath.hasPrefix(keyPath + ".") }
  }

  /// Stops observing everything. The controller can be used again.
  public func unobserveAll() {
    Self.endAll(in: tables) { $0.removeAll() }
  }
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
    let head = "<\(name(self)), observer: \(observer.map(name) ?? "nil"), \(what)>"
    return ([head] + activeObservations.map { "  \($0)" }).joined(separator: "\n")
  }
}
