import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let toldOnce = [
    Attempt("solution", of: "told-once", accepted: true) { $0.toldOnce(ToldOnceSolution.self) },
    Attempt("a flag in the notice", of: "told-once", accepted: true) { $0.toldOnce(ToldOnceByFlag.self) },
    Attempt("by the controller", of: "told-once", accepted: true) { $0.toldOnce(ToldOnceByController.self) },
    Attempt("without the remove", of: "told-once", accepted: false) { $0.toldOnce(ToldOnceWithoutRemove.self) },
    Attempt("removed if still registered", of: "told-once", accepted: false) {
      $0.toldOnce(ToldOnceRemovesIfRegistered.self)
    },
    Attempt("the app is not told", of: "told-once", accepted: false) { $0.toldOnce(ToldOnceToldNothing.self) },
    Attempt("by the controller, unobserved last", of: "told-once", accepted: false) {
      $0.toldOnce(ToldOnceControllerTooLate.self)
    },
  ]
}

// Accepted: the inner call finds that the app was told.
enum ToldOnceByFlag: ToldOnceExercise {
  final class Notice: KeyValueObject {
    let queue: UploadQueue
    let tell: () -> Void
    var hasTold = false

    init(for queue: UploadQueue, tell: @escaping () -> Void) {
      (self.queue, self.tell) = (queue, tell)
      super.init()
      queue.addObserver(self, forKeyPath: "waitingFiles")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard queue.waitingFiles == 0 && !hasTold else { return }
      hasTold = true
      tell()
      queue.removeObserver(self, forKeyPath: "waitingFiles")
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}

// Accepted: the controller is told to unobserve before the app is told.
enum ToldOnceByController: ToldOnceExercise {
  final class Notice: KeyValueObject {
    let queue: UploadQueue
    let tell: () -> Void

    init(for queue: UploadQueue, tell: @escaping () -> Void) {
      (self.queue, self.tell) = (queue, tell)
      super.init()
      kvoController.observe(queue, \.$waitingFiles) { notice, queue, change in
        guard change.value == 0 else { return }
        notice.kvoController.unobserve(queue)
        notice.tell()
      }
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}

// Rejected: the app is told again whenever the queue is empty.
enum ToldOnceWithoutRemove: ToldOnceExercise {
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
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}

// Rejected: the process lives, but the app is told twice.
enum ToldOnceRemovesIfRegistered: ToldOnceExercise {
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
      if queue.activeRegistrations.isEmpty { return }
      queue.removeObserver(self, forKeyPath: "waitingFiles")
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}

// Rejected: nothing can go wrong if the app is not told.
enum ToldOnceToldNothing: ToldOnceExercise {
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
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}

// Rejected: the second unobserve does nothing, but the app is told twice.
enum ToldOnceControllerTooLate: ToldOnceExercise {
  final class Notice: KeyValueObject {
    let queue: UploadQueue
    let tell: () -> Void

    init(for queue: UploadQueue, tell: @escaping () -> Void) {
      (self.queue, self.tell) = (queue, tell)
      super.init()
      kvoController.observe(queue, \.$waitingFiles) { notice, queue, change in
        guard change.value == 0 else { return }
        notice.tell()
        notice.kvoController.unobserve(queue)
      }
    }
  }

  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice {
    Notice(for: queue, tell: tell)
  }
}
