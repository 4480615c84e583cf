import AppKit

final class Preferences: NSWindowController {
  let model = Progress()

  func follow() {
    model.addObserver(self, forKeyPath: "isFinished", options: [], context: nil)  // may
  }
}

// Near miss.
final class Tidy: NSWindowController {
  let model = Progress()
  func follow() { model.addObserver(self, forKeyPath: "isFinished", options: [], context: nil) }
  deinit { model.removeObserver(self, forKeyPath: "isFinished") }
}
