// An array cannot announce anything, and `stored` was a plain property, so no observer heard of a change.
// With `@Observed` the property announces each change of its array as a setting.
// The table observes `files`, so `files` has to declare that it depends on `stored`.

import Exercises
import RawObserving

enum Attempt: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    @Observed private var stored: [String] = []
    var files: [String] { stored }

    func add(_ file: String) { stored.append(file) }

    func removeFirst() {
      if !stored.isEmpty { stored.removeFirst() }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("files", \Uploads.files, dependsOn: \.$stored)]
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}
