// Rows that show nothing
//
// A list of downloads makes a row for each download. The row observes the download and shows its percentage. With this
// code the rows show nothing at all.
//
// Make each row show its download until the download is removed from the list or the list closes. After that, the row
// shows nothing more, and neither row nor list keeps the download in memory.

import Exercises
import RawObserving

enum Attempt: UnkeptRowExercise {
  final class Row: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  final class List {
    func add(_ download: Download, on display: Display) {
      _ = Row(for: download, on: display)
    }

    func remove(_ download: Download) {}
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}
