public import RawObserving

/// The settings of a reading app.
public final class Settings: KeyValueObject {
  /// The size of the text, in points.
  @Observed public var textSize = 12

  public override init() {}
}
