import Exercises
import Foundation
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let mainThread = [
    Attempt("solution", of: "main-thread", accepted: true) { $0.mainThread(MainThreadSolution.self) },
    Attempt("by the controller, on the main actor", of: "main-thread", accepted: true) {
      $0.mainThread(MainThreadByController.self)
    },
    Attempt("the network thread waits for main", of: "main-thread", accepted: true) {
      $0.mainThread(MainThreadBySync.self)
    },
    Attempt("calls on other threads dropped", of: "main-thread", accepted: false) {
      $0.mainThread(MainThreadOnlyOnMain.self)
    },
    Attempt("a queue that is not main's", of: "main-thread", accepted: false) {
      $0.mainThread(MainThreadSomeQueue.self)
    },
    Attempt("nothing observed", of: "main-thread", accepted: false) { $0.mainThread(MainThreadWithoutAdd.self) },
    Attempt("by the controller, without on:", of: "main-thread", accepted: false) {
      $0.mainThread(MainThreadPlainController.self)
    },
  ]
}

// Accepted: the controller calls on the main actor.
enum MainThreadByController: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    @MainActor init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      kvoController.observe(download, \.$percent, on: .shared) { bar, change in bar.display.show(change.value) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}

// Accepted: the network thread waits until the number is shown.
enum MainThreadBySync: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      let percent = download.percent
      DispatchQueue.main.sync { [display] in display.show(percent) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}

// Rejected: a call on another thread is ignored, and with it the number.
enum MainThreadOnlyOnMain: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if Thread.isMainThread { display.show(download.percent) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}

// Rejected: a queue runs on any thread, unless it is the main queue.
enum MainThreadSomeQueue: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      download.addObserver(self, forKeyPath: "percent", options: .new)
    }

    deinit { download.removeObserver(self, forKeyPath: "percent") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      let percent = download.percent
      DispatchQueue(label: "bar").sync { [display] in display.show(percent) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}

// Rejected: nothing is shown, on no thread.
enum MainThreadWithoutAdd: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(download.percent)
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}

// Rejected: without `on:`, the controller calls on the thread of the change.
enum MainThreadPlainController: MainThreadExercise {
  final class Bar: KeyValueObject {
    let download: Download
    let display: Display

    init(for download: Download, on display: Display) {
      (self.download, self.display) = (download, display)
      super.init()
      kvoController.observe(download, \.$percent) { bar, _, change in bar.display.show(change.value) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}
