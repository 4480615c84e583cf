// The app changed the queue while it was told, and the notice was still registered: its callback ran inside itself.
// The inner call told the app again and removed the registration. The outer call then had none to remove.
// Finish your own work before you call code that you do not know. Here that work is the remove.

import Exercises
import RawObserving

enum Attempt: ToldOnceExercise {
  final class Notice: KeyValueObject {
    let queue: UploadQueue
    let tell: () -> Void

    init(for queue: UploadQueue, tell: @escaping () -> Void) {
      (self.queue, self.tell) = (queue, tell)
      super.init()
      queue.addObserver(self, forKeyPath: "waitingFiles")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard queue.waitingFiles == 0 else { return }
      queue.removeObserver(self, forKeyPath: "waitingFiles")
      tell()
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}
