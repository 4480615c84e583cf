public import RawObserving

/// A chat with messages, some of them unread.
public final class Chat: KeyValueObject {
  /// How many messages are unread.
  @Observed public var unread = 0

  public override init() {}
}
