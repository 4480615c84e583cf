import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let missingCallback = [
    Attempt("solution", of: "missing-callback", accepted: true) { $0.missingCallback(MissingCallbackSolution.self) },
    Attempt("by the controller", of: "missing-callback", accepted: true) {
      $0.missingCallback(MissingCallbackByController.self)
    },
    Attempt("shows the change's value", of: "missing-callback", accepted: true) {
      $0.missingCallback(MissingCallbackReadsTheChange.self)
    },
    Attempt("without add", of: "missing-callback", accepted: false) {
      $0.missingCallback(MissingCallbackWithoutAdd.self)
    },
    Attempt("an empty callback", of: "missing-callback", accepted: false) {
      $0.missingCallback(MissingCallbackEmptyCallback.self)
    },
    Attempt("handled and passed on", of: "missing-callback", accepted: false) {
      $0.missingCallback(MissingCallbackCallsSuper.self)
    },
  ]
}

// Accepted: the controller brings the callback with the add, and removes by itself.
enum MissingCallbackByController: MissingCallbackExercise {
  final class Counter: KeyValueObject {
    let queue: UploadQueue
    let display: Display

    init(for queue: UploadQueue, on display: Display) {
      (self.queue, self.display) = (queue, display)
      super.init()
      kvoController.observe(queue, \.$waitingFiles) { counter, _, _ in counter.waitingFilesDidChange() }
    }

    func waitingFilesDidChange() { display.show(queue.waitingFiles) }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}

// Accepted: the new value is in the change.
enum MissingCallbackReadsTheChange: MissingCallbackExercise {
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
      if let count = change.newValue as? Int { display.show(count) }
    }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}

// Rejected: nothing is observed, so nothing is called.
enum MissingCallbackWithoutAdd: MissingCallbackExercise {
  final class Counter: KeyValueObject {
    let queue: UploadQueue
    let display: Display

    init(for queue: UploadQueue, on display: Display) {
      (self.queue, self.display) = (queue, display)
      super.init()
    }

    func waitingFilesDidChange() { display.show(queue.waitingFiles) }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}

// Rejected: the callback swallows every call.
enum MissingCallbackEmptyCallback: MissingCallbackExercise {
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
    }

    func waitingFilesDidChange() { display.show(queue.waitingFiles) }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}

// Rejected: the callback passes the call to the root class, which ends the process.
enum MissingCallbackCallsSuper: MissingCallbackExercise {
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
      waitingFilesDidChange()
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }

    func waitingFilesDidChange() { display.show(queue.waitingFiles) }
  }

  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter { Counter(for: queue, on: display) }
}
