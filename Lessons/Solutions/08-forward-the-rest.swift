// The superclass does not know the subclass's context. It passes the call on to the root class, which ends the process.
// So do not pass on a call that you have handled. Pass every other call to super, which may handle it.
// Without the call to super, the program would live, and the framework's own number would never be shown.

import Exercises
import RawObserving

enum Attempt: ForwardTheRestExercise {
  // Only the address is used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let missingContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class DetailedRow: DownloadRow {
    let missing: Display

    init(for download: Download, arrived: Display, missing: Display) {
      self.missing = missing
      super.init(for: download, on: arrived)
      download.addObserver(self, forKeyPath: "percent", context: missingContext)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent", context: missingContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard context == missingContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      missing.show(100 - download.percent)
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}
