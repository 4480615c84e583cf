public import RawObserving

/// A queue of files to upload.
public final class UploadQueue: KeyValueObject {
  /// How many files wait.
  @Observed public var waitingFiles = 0

  public override init() {}
}
