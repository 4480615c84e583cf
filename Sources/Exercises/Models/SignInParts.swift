public import RawObserving

/// An account that a user signs in with.
public final class Account: KeyValueObject {
  /// The name that the user has typed.
  @Observed public var user = ""

  public override init() {}
}

/// A button, which can be enabled.
public final class Button {
  /// Whether the user can press it.
  public var isEnabled = false

  init() {}
}
