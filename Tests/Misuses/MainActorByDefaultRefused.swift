// What does not compile in a module whose code is on the main actor by default.
// options: -default-isolation MainActor

import ManagedObserving
import RawObserving

// MARK: `nonisolated` is missing. Swift names the line of the class, or that of the override.

// error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
final class Clock: KeyValueObject {
  @Observed var date = 0
}

// error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
final class View: KeyValueObject {
  var text = ""

  // error: main actor-isolated instance method 'observeValue(forKeyPath:of:change:context:)' has different actor isolation from nonisolated overridden declaration
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) { text = "\(change.newValue ?? "")" }
}

// error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
final class Timer: KeyValueObject {
  @Observed var seconds = 0
  var minute: Int { seconds / 60 }

  // error: main actor-isolated class property 'computedKeys' has different actor isolation from nonisolated overridden declaration
  override class var computedKeys: [ComputedKey] {
    // error: type 'KeyPath<Timer, Int>' does not conform to the 'Sendable' protocol
    super.computedKeys + [ComputedKey("minute", \Timer.minute, dependsOn: \.$seconds)]
  }
}

// MARK: A model that a background task changes

// error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
final class Download: KeyValueObject, @unchecked Sendable {
  @Observed var receivedBytes = 0
}

nonisolated final class Upload: KeyValueObject, @unchecked Sendable {
  // error: 'nonisolated' cannot be applied to mutable stored properties
  @Observed var sentBytes = 0
}

// MARK: A model that observes in its initializer

final class Alarm: KeyValueObject {
  @Observed var hour = 7

  // error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
  override init() {
    super.init()
    kvoControllerLifetimeBound.observe(self, \.$hour) { alarm, _, _ in alarm.ring() }
  }

  func ring() {}
}

final class NonisolatedAlarm: KeyValueObject {
  @Observed var hour = 7

  nonisolated override init() {
    super.init()
    // error: cannot form key path to main actor-isolated property '$hour'
    kvoControllerLifetimeBound.observe(self, \.$hour) { alarm, _, _ in
      // error: call to main actor-isolated instance method 'ring()' in a synchronous nonisolated context
      alarm.ring()
    }
  }

  func ring() {}
}

// error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
final class AlarmAtAnHour: KeyValueObject {
  @Observed var hour: Int

  init(hour: Int) {
    self.hour = hour
    super.init()
  }
}

// MARK: A subclass with a deinit, of a class without one: that has a deinit on the main actor

class Panel {
  var dates = [0]
  init() {}
}

final class SmallPanel: Panel {
  override init() { super.init() }
  // error: nonisolated deinitializer 'deinit' has different actor isolation from main actor-isolated overridden declaration
  deinit { print("gone") }
}

final class IsolatedPanel: Panel {
  override init() { super.init() }
  isolated deinit { print("gone") }
}
