public import RawObserving
internal import Synchronization

/// One observation: a controller observes one key path of one object.
///
/// The original calls it `_FBKVOInfo`. Its number is the context of the raw registration.
// Sound as Sendable: what changes is atomic or, as it says, guarded by the table's lock. Other threads than those of
// the object only silence a record, and ask whether it is silenced.
@usableFromInline final class Record: @unchecked Sendable {
  /// The state of the registration. The `initial` call runs before the raw registration is recorded: an unobserve
  /// inside that call has nothing to remove yet.
  enum State: UInt8, AtomicRepresentable {
    case initial
    case observing
    /// Its object was deallocated. No further change is passed on, but those that wait elsewhere are still delivered.
    case draining
    /// It ended where neither the object nor what the handler captured may be used. No further change is passed on, but
    /// the registration and the handler are still there.
    case silenced
    case notObserving
  }

  // snippet.steps
  /// Notes that the raw registration is recorded. Returns false if the record has been unobserved meanwhile.
  func begin() -> Bool {
    state.compareExchange(expected: .initial, desired: .observing, ordering: .acquiringAndReleasing).exchanged
  }

  /// Notes that the record is unobserved. Returns what is left to do, such as a raw registration to remove.
  func end() -> Ended { Ended(self, after: state.exchange(.notObserving, ordering: .acquiringAndReleasing)) }
  // snippet.end

  /// Notes that the object was deallocated, and lets what waits be delivered, if anything can wait.
  func endWithObject() -> Ended {
    guard case .elsewhere(let kind, _)? = handler, kind != .sequence, !isSilenced else { return end() }
    return Ended(self, after: state.exchange(.draining, ordering: .acquiringAndReleasing), drains: true)
  }

  /// Passes no further change on, and leaves the registration and the handler where they are. Returns false if the
  /// observation has ended before.
  func silence() -> Bool {
    for (before, after) in [(State.initial, State.notObserving), (.observing, .silenced)]
    where state.compareExchange(expected: before, desired: after, ordering: .acquiringAndReleasing).exchanged {
      return true
    }
    return false
  }

  // Each transition is one atomic operation. If a registration and an unobserve race, exactly one of them removes the
  // registration. The original writes its state outside its lock.
  private let state = Atomic(State.initial)

  /// A record that has been taken out of its table, and what is left to do outside the lock.
  struct Ended {
    let record: Record
    /// Released outside the lock: the deinit of a captured object may call the controller again.
    let handler: Handler?
    /// Whether there is a raw registration to remove.
    let isRegistered: Bool
    /// Whether it had not ended before.
    let isNews: Bool
    /// Whether what waits is still delivered.
    let drains: Bool

    /// Takes the handler out of the record. Called under the lock of its table.
    init(_ record: Record, after before: State, drains: Bool = false) {
      (self.record, handler, self.drains) = (record, record.handler, drains)
      isRegistered = before == .observing || before == .silenced
      isNews = before == .initial || before == .observing
      record.handler = nil
      // Counted under that lock, so that a wait finds either the record or the count.
      if case .elsewhere(_, let outbox)? = handler { outbox.willBeReleased(record.table.releases) }
    }

    /// A record whose object is in its deinit. Its registration and its handler stay until the hook of the object.
    init(silenced record: Record) {
      (self.record, handler, isRegistered, isNews, drains) = (record, nil, false, true, false)
    }
  }

  /// Whether its path is a text, or one key. Then it is added and removed through the object's open methods, which a
  /// class may override.
  let usesMethods: Bool
  /// Whether it belongs to a sequence. A sequence ends when either side is deallocated, whatever the controller's
  /// retention, and is never a duplicate.
  let isSequence: Bool
  /// Whether a ``ScopedObservation`` ends it. Another observation of the same key path is then no duplicate: a property
  /// that holds one is assigned again after the next observation has begun.
  var isScoped: Bool { scoped.load(ordering: .relaxed) }
  private let scoped = Atomic(false)

  func willBeScoped() { scoped.store(true, ordering: .relaxed) }

  /// Whether another observation of the same key path is kept beside this one, whatever the policy says.
  var isNeverDuplicate: Bool { isSequence || isScoped || isSilenced }

  /// Whether its table retains the object.
  let retainsObject: Bool
  /// Whether it ends with the object, in a hook.
  let isBound: Bool
  /// Whether its changes carry the value before them.
  @usableFromInline let asksForOld: Bool

  /// The number of this record. No other record of the process ever has the same number.
  ///
  /// The original passes the address of its `_FBKVOInfo`. An address can be used again: if a record is deallocated
  /// while a call for it is under way, that call could find a new record at the address and call its handler for the
  /// older change.
  let number = numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<Int>(0)

  /// The number in place of an address, as the context of the raw registration. It is never dereferenced.
  var context: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: number) }

  /// Reads nil from the moment the observer's deinit begins.
  weak let observer: AnyObject?
  let objectIdentity: ObjectIdentifier
  let objectType: KeyValueObject.Type

  /// The table of its controller, which lists it until it ends.
  let table: Table
  let controller: ObjectIdentifier
  let path: KeyPathString
  let options: KeyValueObservingOptions
  /// Where it was asked for.
  let place: SourcePlace

  /// The handler; nil once the observation has ended, so that a token does not keep what the handler captured. Guarded
  /// by the table's lock.
  var handler: Handler?

  init(
    _ controller: ControllerCore, of object: KeyValueObject, _ path: KeyPathString, _ options: KeyValueObservingOptions,
    _ place: SourcePlace, _ handler: Handler
  ) {
    (self.controller, table, observer) = (ObjectIdentifier(controller), controller.table, controller.observer)
    (objectIdentity, objectType) = (ObjectIdentifier(object), type(of: object))
    (self.path, self.options, self.place, self.handler) = (path, options, place, handler)
    (usesMethods, asksForOld) = (path.isText, options.contains(.old))
    writtenPath = usesMethods ? path.description : nil
    if case .elsewhere(.sequence, _) = handler { isSequence = true } else { isSequence = false }
    retainsObject = !isSequence && controller.retention == .retained
    isBound = isSequence || controller.retention == .lifetimeBound
  }

  @usableFromInline var keyPath: String { writtenPath ?? path.description }

  /// The value at its path.
  @usableFromInline func value(from object: KeyValueObject) -> Any? { object.value(for: path) }

  /// The text of its path; nil if it has typed keys whose names may not be known yet.
  let writtenPath: String?

  var isTraced: Bool { table.isTraced.load(ordering: .relaxed) }

  /// Says on standard error what happens with the observation, if its controller is traced. No lock is held.
  func trace(_ what: @autoclosure () -> String) {
    if !isTraced { return }
    warn("\(table.owner.observerName), \(keyPath) of <\(objectType) \(hexadecimal(objectIdentity))>: \(what())")
  }

  // MARK: The end

  /// True until the record is registered or has ended.
  var isWanted: Bool { state.load(ordering: .acquiring) == .initial }

  /// Whether no further change is passed on.
  var isSilenced: Bool { state.load(ordering: .acquiring).rawValue >= State.draining.rawValue }

  /// Whether a change that was passed on before is still delivered.
  var delivers: Bool { state.load(ordering: .acquiring).rawValue <= State.draining.rawValue }

  /// Says that the handler is called, if its controller is traced. Returns false if it must not be called any more: the
  /// description of a value is other code, and may have ended the observation.
  func announces(_ change: @autoclosure () -> String) -> Bool {
    if !isTraced { return true }
    trace("calls with \(change())")
    if delivers { return true }
    EventProbe.report(MediatorEvent.skips(number: number, isOver: true))
    return false
  }

  /// Whether the hook of the object ends it.
  var endsWithObject: Bool { isBound || isSilenced }

  /// Whether changes are passed on. An object that nothing retains counts as gone from the moment its deinit begins,
  /// unless the record ends with it.
  var isLiving: Bool { !isSilenced && (isBound || table.object(objectIdentity) != nil) }

  /// Passes no further change on, from a thread that may use neither the object nor the controller. The registration is
  /// removed, and the handler is released, where they live: at the next change of the key, at the next call to the
  /// controller, or when the object or the controller is deallocated.
  func silenceElsewhere() {
    if !table.silence(self) { return }
    EventProbe.report(MediatorEvent.ended(number: number))
    trace("observed no more")
  }
}

/// Shows nothing that the table's lock guards. A mirror would read it without the lock.
extension Record: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(self, children: ["keyPath": keyPath]) }
}

/// How a record handles a change. A context is handed on, and never dereferenced.
@safe @usableFromInline enum Handler {
  /// Calls a closure with the observer, the object and the change.
  case call((_ observer: AnyObject, _ object: KeyValueObject, KeyValueChange, Record) -> Void)

  /// Calls the observer's own `observeValue` with this context.
  case context(UnsafeMutableRawPointer?)

  /// Takes the change and delivers it on another thread or actor.
  case elsewhere(Kind, any Outbox)

  /// What was asked for.
  @usableFromInline enum Kind: String {
    case blockOnMainActor = "block on the main actor"
    case blockElsewhere = "block elsewhere"
    case sequence
  }
}

/// Takes changes, and delivers them on another thread or actor.
@usableFromInline protocol Outbox: AnyObject, Sendable {
  func send(_ change: KeyValueChange, of object: KeyValueObject, _ record: Record)

  /// Calls a function after the changes that wait now have been delivered.
  func afterWaiting(_ call: @escaping @Sendable () -> Void)

  /// The observation has ended. Counts the handler until it is released.
  func willBeReleased(_ releases: Releases)
}

extension Handler: CustomStringConvertible {
  @usableFromInline var description: String {
    switch self {
    case .call: "block"
    case .elsewhere(let kind, _): kind.rawValue
    case .context(let context): "context \(unsafe hexadecimal(context))"
    }
  }
}
