import RawObserving

/// A thermostat in one room.
final class Thermostat: KeyValueObject {
  /// What it measures, in degrees Celsius.
  @Observed var temperature = 18
}
