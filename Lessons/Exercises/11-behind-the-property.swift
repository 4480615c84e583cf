// A table that stays empty
//
// A table shows the files that are being uploaded. It observes `files` of the list, and updates its rows from
// each change. With this code the table stays empty.
//
// Make the list announce each change: whenever a file is added or removed, an observer of `files` hears of one change,
// with the files before and after it, or with the added or removed files and their indexes.

import Exercises
import RawObserving

enum Attempt: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    private var stored: [String] = []
    var files: [String] { stored }

    func add(_ file: String) { stored.append(file) }

    func removeFirst() {
      if !stored.isEmpty { stored.removeFirst() }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("files", \Uploads.files)]
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}
