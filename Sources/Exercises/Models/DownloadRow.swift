public import RawObserving

// Only the address is used. Nothing is ever stored there, so threads cannot race for it.
nonisolated(unsafe) private let percentContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

/// A row of a download list. It observes its download and shows the percentage.
///
/// It handles the calls for its own registration and passes every other call to its superclass.
open class DownloadRow: KeyValueObject {
  /// The download that the row shows.
  public let download: Download
  private let display: Display
  /// How many calls it has handled.
  private(set) var handledCalls = 0

  /// Creates a row that shows each change of the download's percentage on the display.
  public init(for download: Download, on display: Display) {
    (self.download, self.display) = (download, display)
    super.init()
    download.addObserver(self, forKeyPath: "percent", context: percentContext)
  }

  deinit { download.removeObserver(self, forKeyPath: "percent", context: percentContext) }

  open override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    guard context == percentContext else {
      return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    handledCalls += 1
    display.show(download.percent)
  }
}
