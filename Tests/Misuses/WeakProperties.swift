// Weak properties that must not compile.

import ManagedObserving
import RawObserving

final class Clock: KeyValueObject {
  @Observed var date = 0
}

final class Desk: KeyValueObject {
  @ObservedWeak var clock: Clock?
}

// Never nil, although it is held weakly.
// error: property type 'Clock' does not match 'wrappedValue' type 'Object?'
final class Table: KeyValueObject { @ObservedWeak var clock: Clock }

// No object that could be observed.
struct Shelf {
  // error: 'wrappedValue' is unavailable: @ObservedWeak works in classes that inherit from KeyValueObject
  @ObservedWeak var clock: Clock?
}

func misuses(_ controller: KVOController<Desk>, _ desk: Desk) {
  // error: 'observe(_:_:options:duplicates:block:)' is unavailable: write \.$date, \.$clock.$date
  controller.observe(desk, \.clock) { _, _, _ in }
  controller.observe(desk, \.$clock.$date) { _, _, change in
    // error: value of optional type 'Int?' must be unwrapped to a value of type 'Int'
    let date: Int = change.value
    _ = date
  }
}
