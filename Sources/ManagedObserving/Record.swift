public import RawObserving
internal import Synchronization

/// One observation: a controller observes one key path of one object.
///
/// The original calls it `_FBKVOInfo`. Its number is the context of the raw registration.
// Sound as Sendable: what changes is atomic or, as it says, guarded by the mediator's lock. Other threads than those of
// the object only silence a record, and ask whether it is silenced.
@usableFromInline final class Record: @unchecked Sendable {
  /// The state of the registration. There are three states and not two because the `initial` call runs before the raw
  /// registration is recorded: an unobserve inside that call has nothing to remove yet.
  enum State: UInt8, AtomicRepresentable {
    case initial
    case observing
    case notObserving
  }

  // snippet.steps
  /// Notes that the raw registration is recorded. Returns false if the record has been unobserved meanwhile.
  func begin() -> Bool {
    state.compareExchange(expected: .initial, desired: .observing, ordering: .acquiringAndReleasing).exchanged
  }

  /// Notes that the record is unobserved. Returns whether there is a raw registration to remove.
  func end() -> Bool { state.exchange(.notObserving, ordering: .acquiringAndReleasing) == .observing }
  // snippet.end

  // Each transition is one atomic operation. If a registration and an unobserve race, exactly one of them removes the
  // registration. The original writes its state outside its lock.
  private let state = Atomic(State.initial)

  private enum Life: UInt8, AtomicRepresentable {
    case living
    case silenced
    /// It ended where neither the object nor what the handler captured may be used.
    case silencedElsewhere
  }
  private let life = Atomic(Life.living)

  /// Whether its path is a text, or one key. Then it is added and removed through the object's open methods, which a
  /// class may override.
  let usesMethods: Bool
  /// Whether it belongs to a sequence. A sequence ends when either side is deallocated, whatever the controller's
  /// retention, and is never a duplicate.
  let isSequence: Bool
  /// Whether its table retains the object.
  let retainsObject: Bool
  /// Whether it ends with the object, in a hook.
  let isBound: Bool
  /// Whether its changes carry the value before them.
  @usableFromInline let asksForOld: Bool

  /// True until the record is registered or unobserved.
  var isWanted: Bool { state.load(ordering: .acquiring) == .initial }

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

  /// The table of its controller, which lists it until it ends.
  let table: Table
  let controller: ObjectIdentifier
  let path: KeyPathString
  let options: KeyValueObservingOptions

  /// The handler; nil once the observation has ended, so that a token does not keep what the handler captured. Guarded
  /// by the mediator's lock.
  var handler: Handler?

  init(
    _ controller: ControllerCore, of object: KeyValueObject, _ path: KeyPathString, _ options: KeyValueObservingOptions,
    _ handler: Handler
  ) {
    (self.controller, table, observer) = (ObjectIdentifier(controller), controller.table, controller.observer)
    objectIdentity = ObjectIdentifier(object)
    (self.path, self.options, self.handler) = (path, options, handler)
    (usesMethods, asksForOld) = (path.isText, options.contains(.old))
    if case .elsewhere(.sequence, _) = handler { isSequence = true } else { isSequence = false }
    retainsObject = !isSequence && controller.retention == .retained
    isBound = isSequence || controller.retention == .lifetimeBound
  }

  @usableFromInline var keyPath: String { path.description }

  /// The value at its path.
  @usableFromInline func value(from object: KeyValueObject) -> Any? { object.value(for: path) }

  /// The text of its path; nil if it has typed keys whose names may not be known yet.
  var writtenPath: String? { usesMethods ? keyPath : nil }

  // MARK: The end

  /// Whether no further change is passed on.
  var isSilenced: Bool { life.load(ordering: .acquiring) != .living }

  /// Whether it ended elsewhere, and its registration may still be there.
  var isSilencedElsewhere: Bool { life.load(ordering: .acquiring) == .silencedElsewhere }

  /// Whether the hook of the object ends it.
  var endsWithObject: Bool { isBound || isSilencedElsewhere }

  /// Passes no further change on.
  func silence() { change(to: .silenced) }

  /// Passes no further change on, from a thread that may use neither the object nor the controller. The registration is
  /// removed, and the handler is released, where they live: at the next change of the key, at the next call to the
  /// controller, or when the object or the controller is deallocated.
  func silenceElsewhere() {
    if change(to: .silencedElsewhere) {
      table.note(self)
      EventProbe.report(MediatorEvent.ended(number: number))
    }
  }

  @discardableResult private func change(to new: Life) -> Bool {
    life.compareExchange(expected: .living, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
