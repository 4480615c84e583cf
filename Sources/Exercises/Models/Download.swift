public import RawObserving

/// The download of a file.
public class Download: KeyValueObject {
  /// How much of the file has arrived, in percent.
  @Observed public var percent = 0

  public override init() {}
}
