public import RawObserving

/// A folder of a mail application.
public final class MailFolder: KeyValueObject {
  /// The name; nil if the user has not given one.
  @Observed public var name: String?
  /// How many mails the user has not read.
  @Observed public var unread = 0
  /// The subjects of the mails, in the order in which a window lists them.
  @Observed public var subjects: [String] = []

  /// Creates an empty folder with that name.
  public init(name: String) {
    super.init()
    self.name = name
  }
}
