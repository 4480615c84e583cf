// Removing inside a callback
//
// A notice tells the app that every file of an upload queue is uploaded. It tells so once, and then removes itself. The
// app may do anything when it is told, and the next thing that it does is to upload one more file. With this code the
// program dies then.
//
// Make the program survive: the app is told once, whatever it does with the queue while it is told. The app keeps the
// notice until it was told.

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
      tell()
      queue.removeObserver(self, forKeyPath: "waitingFiles")
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}
