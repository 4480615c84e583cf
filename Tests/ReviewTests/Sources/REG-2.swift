import UIKit

final class Page: UIViewController {
  let progress = Progress()
  var isFollowing = false

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    progress.addObserver(self, forKeyPath: "isFinished", options: [], context: nil)  // finds
  }

  deinit { progress.removeObserver(self, forKeyPath: "isFinished") }
}

// Near misses.
final class Pair: UIViewController {
  let progress = Progress()

  override func viewWillAppear(_ animated: Bool) {
    progress.addObserver(self, forKeyPath: "isFinished", options: [], context: nil)
  }

  override func viewDidDisappear(_ animated: Bool) { progress.removeObserver(self, forKeyPath: "isFinished") }
}

final class Once: UIViewController {
  let progress = Progress()
  var isFollowing = false

  override func viewWillAppear(_ animated: Bool) {
    if !isFollowing {
      progress.addObserver(self, forKeyPath: "isPaused", options: [], context: nil)
      isFollowing = true
    }
  }

  deinit { progress.removeObserver(self, forKeyPath: "isPaused") }
}

final class Cases: UIViewController {
  let progress = Progress()
  var mode = Mode.off

  override func viewWillAppear(_ animated: Bool) {
    // Near misses: the mode changes with the addition; one of two.
    switch mode {
    case .off:
      progress.addObserver(self, forKeyPath: "isPaused", options: [], context: nil)
      mode = .on
    case .on: break
    }
  }

  deinit { progress.removeObserver(self, forKeyPath: "isPaused") }
}

// Near miss: the window of that moment, which is nil when the view leaves it.
final class Pane: NSView {
  override func viewDidMoveToWindow() {
    window?.addObserver(self, forKeyPath: "opaque", options: [], context: nil)
    NSApp.addObserver(self, forKeyPath: "mainWindow", options: [], context: nil)  // finds
  }
  deinit {
    window?.removeObserver(self, forKeyPath: "opaque")
    NSApp.removeObserver(self, forKeyPath: "mainWindow")
  }
}
