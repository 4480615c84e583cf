// What must not compile. `Scripts/check-misuses` compiles these files, which are part of no target, and
// expects the error that stands above a line, and no other.

import ManagedObserving
import RawObserving

final class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var twin: Clock?
}

final class ClockView {
  var text = ""
  func dateDidChange() {}
}

@MainActor final class MainView {
  var text = ""
}

func misuses(_ controller: KVOController, _ clock: Clock) {
  // A misspelt property, and one of another class.
  // error: reference to member 'daet' cannot be resolved without a contextual type
  controller.observe(clock, \.daet) { (_: ClockView, _, _) in }
  // error: no exact matches in call to instance method 'observe'
  controller.observe(clock, \ClockView.text) { (_: ClockView, _, _) in }

  // A value of another type.
  controller.observe(clock, \.date) { (view: ClockView, _, change) in
    // error: cannot assign value of type 'Int?' to type 'String'
    view.text = change.newValue
  }

  // Nothing to call.
  // error: missing argument for parameter 'block' in call
  controller.observe(clock, \.date)

  // A report that nobody listens to.
  // error: call can throw, but it is not marked with 'try' and the error is not handled
  controller.observe(clock, \.date, duplicates: .report) { (_: ClockView, _, _) in }
}
