// What must not compile. `Scripts/check-misuses` compiles these files, which are part of no target, and
// expects the error that stands above a line, and no other.

import ManagedObserving
import RawObserving

class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?
  @Observed var twin: Clock?
  @Observed var parts: [Int] = []
  @Observed var source: any Dated = DatedClock()
  var brand = "Station"
  var hour: Int { date % 24 }
}

protocol Dated: KeyValueObject {
  var date: Int { get }
}

final class DatedClock: KeyValueObject, Dated {
  @Observed var date = 0
}

final class ClockView: KeyValueObject {
  var text = ""
  func dateDidChange(_ change: Change<Int>) {}
  func zoneDidChange(_ change: Change<String?>) {}
  func anythingDidChange() {}
  func valueDidChange(_ change: KeyValueChange) {}
}

final class OtherView: KeyValueObject {
  func dateDidChange(_ change: Change<Int>) {}
}

/// An observer that is no `KeyValueObject`.
final class PlainView {
  var text = ""
  func dateDidChange(_ change: Change<Int>) {}
}

func misuses(_ controller: KVOController<ClockView>, _ plain: KVOController<PlainView>, _ clock: Clock) {
  // A key path without the dollar, and one to a plain or a computed property, which has none.
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path, or \.hourProperty
  controller.observe(clock, \.date) { _, _, _ in }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.date) { view, _, change in view.text = "\(change.value)" }
  // error: missing argument for parameter 'block' in call
  controller.observe(clock, \.date, action: ClockView.dateDidChange)
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.twin?.date) { _, _, _ in }
  // error: 'unobserve' is unavailable: write \.$date, \.$clock.$date for a path
  controller.unobserve(clock, \.date)
  // error: cannot convert value of type 'KeyPath<Clock, Int>' to expected argument type 'KeyPath<Clock, Property<Value>>'
  _ = controller.changes(of: clock, \.date)
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.brand) { _, _, _ in }
  // error: reference to member '$brand' cannot be resolved without a contextual type
  controller.observe(clock, \.$brand) { _, _, _ in }
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date for a path
  controller.observe(clock, \.hour) { _, _, _ in }
  // error: reference to member '$hour' cannot be resolved without a contextual type
  controller.observe(clock, \.$hour) { _, _, _ in }

  // A misspelt property, one of another class, and a question mark.
  // error: reference to member '$daet' cannot be resolved without a contextual type
  controller.observe(clock, \.$daet) { _, _, _ in }
  // error: reference to member '$daet' cannot be resolved without a contextual type
  controller.observe(clock, \.$twin.$daet) { _, _, _ in }
  // error: value of type 'KeyValueObject' has no member 'text'
  controller.observe(clock, \ClockView.text) { _, _, _ in }
  // error: value of type 'KeyValueObject' has no member '$date'
  controller.observe(clock, \DatedClock.$date) { _, _, _ in }
  // error: cannot use optional chaining on non-optional value of type 'Property<Clock?>'
  controller.observe(clock, \.$twin?.$date) { _, _, _ in }

  // Through what is no object, or one whose class is not known.
  // error: reference to member '$count' cannot be resolved without a contextual type
  controller.observe(clock, \.$parts.$count) { _, _, _ in }
  // error: reference to member '$date' cannot be resolved without a contextual type
  controller.observe(clock, \.$source.$date) { _, _, _ in }

  // A value of another type.
  controller.observe(clock, \.$date) { view, _, change in
    // error: cannot assign value of type 'Int' to type 'String'
    view.text = change.value
  }

  // A method instead of a closure.
  // error: missing argument for parameter 'block' in call
  controller.observe(clock, \.$date, action: ClockView.dateDidChange)
  // error: missing argument for parameter 'block' in call
  plain.observe(clock, \.$date, action: PlainView.dateDidChange)
  // error: no exact matches in call to instance method 'observe'
  controller.observe(clock, keyPath: "date", action: ClockView.valueDidChange)

  // A closure with too few parameters, and with the wrong observer.
  // error: contextual closure type '(ClockView, Clock, Change<Int>) -> Void' expects 3 arguments, but 2 were used in closure body
  controller.observe(clock, \.$date) { view, _ in view.text = "" }
  // error: cannot convert value of type '(OtherView, Clock, Change<Int>) -> ()' to expected argument type '(ClockView, Clock, Change<Int>) -> Void'
  controller.observe(clock, \.$date) { (view: OtherView, _, _) in }

  // Options that the typed forms do not have.
  // error: 'new' is unavailable: a typed change always carries the new value; leave .new out
  controller.observe(clock, \.$date, options: .new) { _, _, _ in }
  // error: 'new' is unavailable: a typed change always carries the new value; leave .new out
  controller.observe(clock, \.$date, options: [.old, .new]) { _, _, _ in }
  // error: 'prior' is unavailable: observe by string, keyPath:, to be called before each change
  controller.observe(clock, \.$date, options: .prior) { _, _, _ in }

  // Nothing to call.
  // error: missing argument for parameter 'block' in call
  controller.observe(clock, \.$date)

  // The standard callback of an observer that has none.
  // error: instance method 'observe(_:keyPath:options:duplicates:context:file:line:)' requires that 'PlainView' inherit from 'KeyValueObject'
  plain.observe(clock, keyPath: "date", context: nil)

  // A policy for duplicates that there is not.
  // error: type 'DuplicatePolicy' has no member 'report'
  controller.observe(clock, \.$date, duplicates: .report) { _, _, _ in }

  // The lazy controller, which only a KeyValueObject has.
  // error: value of type 'PlainView' has no member 'kvoController'
  _ = PlainView().kvoController
}
