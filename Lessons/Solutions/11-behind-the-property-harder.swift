// The proxy of an observed array announces each insertion and each removal with its index.
// The observed key has to be the array itself: what depends on it is announced as a setting of the whole value.
// Setting `files` at once is still possible, and is announced as a setting.

import Exercises
import RawObserving

enum Attempt: BehindThePropertyExercise {
  final class Uploads: KeyValueObject, ListedUploads {
    @Observed private(set) var files: [String] = []

    func add(_ file: String) { mutableArray(\.$files).append(file) }

    func removeFirst() {
      if !files.isEmpty { mutableArray(\.$files).remove(at: 0) }
    }
  }

  static func makeUploads() -> Uploads { Uploads() }
}
