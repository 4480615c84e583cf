internal import RawObserving

/// One observation: a controller's wish to hear of one key path of one object.
///
/// The original calls it `_FBKVOInfo`. Its address is the context of the raw registration. Whoever calls
/// the observer goes through it: it knows the controller, and the controller knows the observer, both
/// weakly.
final class Record {
  // snippet.state
  /// How far the registration has come. There are three states and not two because the `initial` call
  /// arrives before the raw registration is recorded: an unobserve inside it has nothing to remove yet.
  enum State {
    case initial
    case observing
    case notObserving
  }
  // snippet.end

  /// Reads nil from the moment the controller's deinit begins.
  weak private(set) var controller: KVOController?
  let keyPath: String
  private let object: ObjectIdentifier
  let options: KeyValueObservingOptions
  let handler: Handler

  /// Every step from one state to the next is made under the lock, so that of an unobserve and a
  /// registration that race, exactly one removes. The original writes it outside its lock.
  let state = Locked(State.initial)

  init(
    _ controller: KVOController, of object: KeyValueObject, keyPath: String,
    options: KeyValueObservingOptions, handler: Handler
  ) {
    self.controller = controller
    self.object = ObjectIdentifier(object)
    self.keyPath = keyPath
    self.options = options
    self.handler = handler
  }

  /// Whether it is this object and key path that the record is about. A call that was under way when its
  /// record went may find another one at the same address.
  func concerns(_ object: KeyValueObject, _ keyPath: String) -> Bool {
    self.object == ObjectIdentifier(object) && self.keyPath == keyPath
  }

  /// The address that the raw registration carries as its context. Compared and looked up, and only
  /// followed by the mediator while it knows that the record lives.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
