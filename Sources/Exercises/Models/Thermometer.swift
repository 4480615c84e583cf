public import Observation

/// A thermometer, written for Swift's Observation.
@MainActor
@Observable
public final class Thermometer {
  /// The temperature, in degrees Celsius.
  public var degrees: Int

  /// Creates a thermometer that shows the degrees.
  public init(degrees: Int) { self.degrees = degrees }
}
