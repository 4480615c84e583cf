// Removing inside a callback
//
// A notice tells the app when the last file of an upload queue has been uploaded. It does so once, and then removes
// itself. The app may use the queue while it is being told. With this code, the program dies if the app then uploads
// one more file.
//
// Make the program survive: the app is told once, even if it uses the queue while it is being told. The app keeps the
// notice until it has been told.

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
