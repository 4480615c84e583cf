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

// Near miss: a helper removes it.
final class Player: NSObject {
  func begin(_ item: AVPlayerItem) { item.addObserver(self, forKeyPath: "duration", options: [], context: nil) }
}

final class Helper: NSObject {
  let player = Player()
  func end(_ item: AVPlayerItem) { item.removeObserver(player, forKeyPath: "duration") }
}
