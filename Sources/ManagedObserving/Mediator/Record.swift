internal import RawObserving
internal import Synchronization

/// One observation: a controller observes one key path of one object.
///
/// The original calls it `_FBKVOInfo`. Its number is the context of the raw registration.
@usableFromInline final class Record {
  // snippet.state
  /// The state of the registration. There are three states and not two because the `initial` call runs before the raw
  /// registration is recorded: an unobserve inside that call has nothing to remove yet.
  enum State: UInt8, AtomicRepresentable {
    case initial
    case observing
    case notObserving
  }
  // snippet.end

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

  // snippet.number
  /// The number of this record. No other record of the process ever has the same number.
  ///
  /// The original passes the address of its `_FBKVOInfo`. An address can be used again: if a record is deallocated
  /// while a call for it is under way, that call could find a new record at the address and call its handler for the
  /// older change.
  let number = numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<Int>(0)
  // snippet.end

  /// The number in place of an address, as the context of the raw registration. It is never dereferenced.
  var context: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

  /// Reads nil from the moment the controller's deinit begins.
  weak let controller: ControllerCore?
  /// Reads nil from the moment the observer's deinit begins.
  weak let observer: AnyObject?

  let object: ObjectIdentifier
  let path: KeyPathString
  let options: KeyValueObservingOptions

  /// The handler; nil once the observation has ended, so that a token does not keep what the handler captured. Guarded
  /// by the mediator's lock.
  var handler: Handler?

  init(
    _ controller: ControllerCore, of object: KeyValueObject, _ path: KeyPathString, _ options: KeyValueObservingOptions,
    _ handler: Handler
  ) {
    self.controller = controller
    observer = controller.observer
    self.object = ObjectIdentifier(object)
    self.path = path
    self.options = options
    self.handler = handler
  }

  @usableFromInline package var keyPath: String { path.description }

  /// True until the record is registered or unobserved.
  var isWanted: Bool { state.load(ordering: .acquiring) == .initial }
}
