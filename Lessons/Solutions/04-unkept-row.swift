// A registration does not retain its observer. The row had no owner, so it was deallocated at the end of `add`.
// It removed itself in its deinit, which is right: otherwise the program would have died at the next change.
// The list owns its rows. A row retains its download, and no row retains the list, so there is no cycle.

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
    private var rows: [Row] = []

    func add(_ download: Download, on display: Display) {
      rows.append(Row(for: download, on: display))
    }

    func remove(_ download: Download) { rows.removeAll { $0.download === download } }
  }

  static func makeList() -> List { List() }

  static func add(_ download: Download, to list: List, on display: Display) { list.add(download, on: display) }

  static func remove(_ download: Download, from list: List) { list.remove(download) }
}
