import RawObserving

/// A thermostat in one room.
final class Thermostat: KeyValueObject {
  /// The temperature, in degrees Celsius.
  @Observed var temperature = 18
}
