public import RawObserving

/// A video player. It buffers ahead of what it shows.
public final class Player: KeyValueObject {
  /// How far ahead the player has buffered, in seconds.
  @Observed public var bufferedSeconds = 0

  public override init() {}
}
