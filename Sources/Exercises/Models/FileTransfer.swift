public import RawObserving

/// A file on its way to a server.
public final class FileTransfer: KeyValueObject {
  /// The name of the file.
  @Observed public var name: String
  /// How much has been sent, from 0 to 100.
  @Observed public var percent = 0

  /// Creates a transfer of the file with that name.
  public init(name: String = "holiday.mov", percent: Int = 0) {
    self.name = name
    super.init()
    self.percent = percent
  }
}
