import ManagedObserving
import RawObserving

// What the tests observe, who observes it, and how calls are compared. The classes stand in a file of
// their own because what a key path looks like depends on the file it is written in: see `ticks`.

/// A clock with a property of each sort.
class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?
  @Observed var twin: Clock?

  /// Written by nobody outside this file, and so no writable key path elsewhere.
  @Observed private(set) var ticks = 0

  /// Not wrapped: nobody hears of it.
  var brand = "Station"

  /// Computed, and reads one observed property.
  var hour: Int { date % 24 }

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
  let keys: [KeyValueChangeKey] = [.kind, .new, .old, .indexes, .notificationIsPrior, .keyPath]
  return Dictionary(
    uniqueKeysWithValues: keys.compactMap { key in
      change[key].map { value in
        // Only hashable values are used here; another would show as its text.
        (key, value as? AnyHashable ?? AnyHashable("\(value)"))
      }
    })
}

/// An observer that writes down what it hears, in each of the ways a controller can tell it.
class ClockView: KeyValueObject {
  /// The calls of the standard callback.
  private(set) var callbacks: [Call] = []

  /// The calls of the actions; nil where the action takes nothing.
  private(set) var actions: [Call?] = []

  /// Run by deinit, while weak references to this view read nil already.
  var whileDying: () -> Void = {}

  deinit { whileDying() }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    callbacks.append(Call(object, change, keyPath: keyPath, context: context))
  }

  func valueDidChange() { actions.append(nil) }

  func valueChanged(_ change: KeyValueChange, of object: Thermostat) {
    actions.append(Call(object, change))
  }
}

/// A context: compared, never followed.
var someContext: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 0x2a) }
