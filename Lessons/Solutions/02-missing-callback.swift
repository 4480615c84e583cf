// You cannot tell `addObserver` which method to call. It is always `observeValue`, for every key path.
// Without the override, the root class's own version ends the process at the first file.
// The override does not call super: this counter has one registration, so every call is for `waitingFiles`.

import Exercises
import RawObserving

enum Attempt: MissingCallbackExercise {
  final class Counter: KeyValueObject {
    let queue: UploadQueue
    let display: Display

    init(for queue: UploadQueue, on display: Display) {
      (self.queue, self.display) = (queue, display)
      super.init()
      queue.addObserver(self, forKeyPath: "waitingFiles", options: .new)
    }

    deinit { queue.removeObserver(self, forKeyPath: "waitingFiles") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(queue.waitingFiles)
    }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}
