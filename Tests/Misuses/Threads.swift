// What must not compile: what would cross to another thread and must not.

import ManagedObserving
import RawObserving

final class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var twin: Clock?
}

final class ClockView {
  var text = ""
}

@MainActor final class MainView {
  var text = ""
}

func misuses(_ controller: KVOController, _ clock: Clock) {
  // The observer is used on another thread, and is not made for it.
  // error: type 'ClockView' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.date, on: { $0() }) { (_: ClockView, _) in }

  // State of the main actor, touched elsewhere.
  controller.observe(clock, \.date, on: { $0() }) { (view: MainView, _) in
    // error: main actor-isolated property 'text' can not be mutated from a Sendable closure
    view.text = ""
  }

  // The main actor's form, called by somebody who may not be on it.
  // error: call to main actor-isolated instance method
  controller.observe(clock, \.date, on: .shared) { (view: MainView, _) in view.text = "" }

  // A value that must not cross.
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  _ = controller.changes(of: clock, \.twin)
}

@MainActor func misuses(on controller: KVOController, _ clock: Clock) {
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.twin, on: .shared) { (_: MainView, _) in }

  // The object does not cross, and is captured all the same.
  controller.observe(clock, \.date, on: { $0() }) { (_: MainView, _) in
    // error: capture of 'clock' with non-Sendable type 'Clock' in a '@Sendable' closure
    _ = clock.date
  }
}

// This compiles: the closure runs on the main actor, and may use what belongs to it.
@MainActor func use(_ controller: KVOController, _ clock: Clock) {
  controller.observe(clock, \.date, on: .shared) { (view: MainView, change) in
    view.text = "\(change.newValue ?? 0)"
  }
}
