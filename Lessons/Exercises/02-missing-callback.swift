// All three parts by hand
//
// A counter shows how many files wait in an upload queue. With this code it shows nothing, because it does not observe.
//
// Write the three parts by hand, without a controller. The counter adds itself as an observer of `waitingFiles` when it
// is made. It shows the number on its display each time that the number changes, and not before the first change. It
// removes itself in its `deinit`.

import Exercises
import RawObserving

enum Attempt: MissingCallbackExercise {
  final class Counter: KeyValueObject {
    let queue: UploadQueue
    let display: Display

    init(for queue: UploadQueue, on display: Display) {
      (self.queue, self.display) = (queue, display)
      super.init()
    }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}
