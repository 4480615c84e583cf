// The callback that is missing
//
// A counter shows how many files wait in an upload queue. It is added as an observer and it is removed, but the program
// dies as soon as a file joins the queue.
//
// Make the program survive: each time the number of waiting files changes, the counter shows it.

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

    func waitingFilesDidChange() { display.show(queue.waitingFiles) }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}
