internal import RawObserving
internal import Synchronization

/// One observation: a controller's wish to hear of one key path of one object.
///
/// The original calls it `_FBKVOInfo`. Its address is the context of the raw registration. Whoever calls
/// the observer goes through it: it knows the controller, and the controller knows the observer, both
/// weakly.
final class Record: ChangeSource {
  // snippet.state
  /// How far the registration has come. There are three states and not two because the `initial` call
  /// arrives before the raw registration is recorded: an unobserve inside it has nothing to remove yet.
  enum State: UInt8, AtomicRepresentable {
    case initial
    case observing
    case notObserving
  }
  // snippet.end

  // snippet.steps
  /// The raw registration is recorded. Returns false if the record has been unobserved meanwhile.
  func begin() -> Bool {
    state.compareExchange(
      expected: .initial, desired: .observing, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// The record is unobserved. Returns whether there is a raw registration to remove.
  func end() -> Bool {
    state.exchange(.notObserving, ordering: .acquiringAndReleasing) == .observing
  }
  // snippet.end

  // Every step from one state to the next is one atomic operation, so that of an unobserve and a
  // registration that race, exactly one removes. The original writes it outside its lock.
  private let state = Atomic(State.initial)

  private let ownController: LightWeak<KVOController>
  let keyPath: String
  let object: ObjectIdentifier
  let options: KeyValueObservingOptions

  /// What is called; nil once the observation has ended, so that a token does not keep what the handler
  /// captured. Only touched under the mediator's lock, so Swift need not check that accesses exclude each other.
  @exclusivity(unchecked) var handler: Handler?

  init(
    _ controller: KVOController, of object: KeyValueObject, keyPath: String,
    options: KeyValueObservingOptions, handler: Handler
  ) {
    ownController = LightWeak(controller)
    self.object = ObjectIdentifier(object)
    self.keyPath = keyPath
    self.options = options
    self.handler = handler
  }

  /// Whether nobody has unobserved the record before it was registered.
  var isWanted: Bool { state.load(ordering: .acquiring) == .initial }

  /// Reads nil from the moment the controller's deinit begins.
  var controller: KVOController? { ownController.object }

  /// Whether it is this object and key path that the record is about. A call that was under way when its
  /// record went may find another one at the same address.
  func concerns(_ object: KeyValueObject, _ keyPath: String) -> Bool {
    self.object == ObjectIdentifier(object) && self.keyPath == keyPath
  }

  /// The address that the raw registration carries as its context. Compared and looked up, and only
  /// followed by the mediator while it knows that the record lives.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
