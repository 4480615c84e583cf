public import RawObserving

/// A document in a text editor.
public final class Document: KeyValueObject {
  /// How many words it has.
  @Observed public var words = 0

  public override init() {}
}
