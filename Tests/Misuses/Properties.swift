// Properties that must not compile.

import RawObserving

final class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var twin: Clock?
  var brand = ""
  var hour: Int { date % 24 }
  var minute: Int { date % 60 }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      // A misspelt trigger, a plain property, and a string. FirstTries.swift has one without the dollar.
      // error: value of type 'Clock' has no member '$daet'
      ComputedKey("hour", \Clock.hour, dependsOn: \.$daet),
      // error: value of type 'Clock' has no member '$brand'
      ComputedKey("hour", \Clock.hour, dependsOn: \.$brand),
      // error: cannot convert value of type 'String' to expected argument type 'KeyPath<Clock, Property<_>>'
      ComputedKey("hour", \Clock.hour, dependsOn: "date"),
      // error: reference to member '$daet' cannot be resolved without a contextual type
      ComputedKey("hour", \Clock.hour, dependsOn: \.$twin.$daet),
    ]
  }

  // A property of another type than the computed one.
  // error: cannot convert value of type 'KeyPath<Clock, Int>' to expected argument type 'KeyPath<Clock, String>'
  var hourProperty: Property<String> { computed(\Clock.hour) }
}

func misuses(_ clock: Clock) {
  // A projected value is not to be assigned.
  // error: cannot assign to property: '$date' is immutable
  clock.$date = clock.$date
  // error: cannot convert value of type 'KeyPath<Clock, Int>' to expected argument type 'KeyPath<Clock, Property<Value>>'
  clock.changing(\.date) { clock.date = 1 }
  // error: no exact matches in call to instance method 'mutableArray'
  clock.mutableArray(\.$date)
  // The initializers of a property are not public.
  // error: 'Property<Value>' initializer is inaccessible due to 'internal' protection level
  _ = Property<Int>(named: "date")
}

// A class that cannot be observed, and a structure.
struct Shelf {
  // error: 'wrappedValue' is unavailable: @Observed works in classes that inherit from KeyValueObject
  @Observed var count = 0
}
