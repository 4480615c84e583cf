public import RawObserving

/// An account of a chat service.
public final class ChatAccount: KeyValueObject {
  /// How many messages the user has not read.
  @Observed public var unread = 0

  /// Creates an account with that many unread messages.
  public init(unread: Int) {
    super.init()
    self.unread = unread
  }
}

/// What a chat application knows of the current user.
public final class ChatSession: KeyValueObject {
  /// The account that is signed in; nil if there is none.
  @Observed public var account: ChatAccount?

  /// Creates a session in which no account is signed in.
  public override init() {}
}
