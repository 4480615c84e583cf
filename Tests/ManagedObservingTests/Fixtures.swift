import ManagedObserving
import RawObserving

// What the tests observe, the observers, and how calls are compared.

/// A clock with a property of each sort.
class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?
  @Observed var twin: Clock?

  /// Its setter is private to this file, so key paths to it are not writable elsewhere.
  @Observed private(set) var ticks = 0

  func tick() { ticks += 1 }
}

/// A clock that inherits its date.
final class AlarmClock: Clock {
  @Observed var alarm = 0
}

/// Two numbers of the same type.
final class Thermostat: KeyValueObject {
  @Observed var target = 0.0
  @Observed var actual = 0.0
}

/// A class with a parameter.
final class Playlist<Track>: KeyValueObject {
  @Observed var tracks: [Track] = []
}

/// One call, in a form that can be compared.
struct Call: Equatable {
  var object: ObjectIdentifier
  var change: [KeyValueChangeKey: AnyHashable]
  var keyPath: String?
  var context: UnsafeMutableRawPointer?

  init(
    _ object: KeyValueObject, _ change: KeyValueChange, keyPath: String? = nil,
    context: UnsafeMutableRawPointer? = nil
  ) {
    self.keyPath = keyPath
    self.object = ObjectIdentifier(object)
    self.change = entries(of: change)
    self.context = context
  }
}

/// The entries of a change that are there.
func entries(of change: KeyValueChange) -> [KeyValueChangeKey: AnyHashable] {
  let keys: [KeyValueChangeKey] = [.kind, .new, .old, .indexes, .notificationIsPrior]
  return Dictionary(
    uniqueKeysWithValues: keys.compactMap { key in
      change[key].map { value in
        // Only hashable values are used here; another would show as its text.
        (key, value as? AnyHashable ?? AnyHashable("\(value)"))
      }
    })
}

/// An observer that records each call, in each of the ways in which a controller can call it.
class ClockView: KeyValueObject {
  /// The calls of the standard callback.
  private(set) var callbacks: [Call] = []

  /// The changes that the actions were called with; of a typed one its kind.
  private(set) var actions: [[KeyValueChangeKey: AnyHashable]] = []

  /// Run by deinit, while weak references to this view read nil already.
  var whileDying: () -> Void = {}

  deinit { whileDying() }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    callbacks.append(Call(object, change, keyPath: keyPath, context: context))
  }

  func valueDidChange(_ change: KeyValueChange) { actions.append(entries(of: change)) }

  func valueDidChange(_ change: KeyPathChange) { valueDidChange(change.change) }

  func valueDidChange<Value>(_ change: Change<Value>) {
    actions.append([.kind: AnyHashable(change.kind.rawValue)])
  }
}

/// A context: compared, never followed.
var someContext: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 0x2a) }
