// Weak properties that must not compile.

import RawObserving

final class Clock: KeyValueObject {}

final class Radio {}

protocol Dated: AnyObject {}

final class Desk: KeyValueObject {
  @ObservedWeak var clock: Clock?

  // What tells nobody of its death.
  // error: generic struct 'ObservedWeak' requires that 'Radio' inherit from 'KeyValueObject'
  @ObservedWeak var radio: Radio?
  // error: generic struct 'ObservedWeak' requires that 'any Dated' inherit from
  @ObservedWeak var dated: (any Dated)?
}

// Never nil, and held by nobody.
// error: property type 'Clock' does not match 'wrappedValue' type
final class Table: KeyValueObject { @ObservedWeak var clock: Clock }

// Nobody could observe it.
struct Shelf {
  // error: 'wrappedValue' is unavailable: @ObservedWeak works in classes that inherit from
  @ObservedWeak var clock: Clock?
}
