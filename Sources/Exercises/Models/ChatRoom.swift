public import RawObserving

/// A room of a chat service.
public final class ChatRoom: KeyValueObject {
  /// How many messages the user has not read.
  @Observed public var unread = 0

  /// Creates a room without unread messages.
  public override init() {}
}
