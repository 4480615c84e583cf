import RawObserving

// What the stories observe. The pitfalls observe classes of the same names, which are their own.

class Clock: KeyValueObject {
  @Observed var date = 0
}

final class Thermostat: KeyValueObject {
  @Observed var temperature = 18
}
