// What to pass on to super
//
// A framework has a class `DownloadRow`, which shows how many percent of a download have arrived. It observes the download
// with a context of its own, which you cannot see. Your subclass shows how many percent are missing. With this code the
// program dies at the first change.
//
// Make the program survive: after each change, the row shows both numbers, each once.

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
      if context == missingContext { missing.show(100 - download.percent) }
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  static func openRow(for download: Download, arrived: Display, missing: Display) -> DetailedRow {
    DetailedRow(for: download, arrived: arrived, missing: missing)
  }
}
