public import RawObserving

/// The profile of a user.
public final class UserProfile: KeyValueObject {
  /// The nickname; nil if the user has none.
  @Observed public var nickname: String?

  /// Creates a profile with that nickname, or with none.
  public init(nickname: String? = nil) {
    super.init()
    self.nickname = nickname
  }
}
