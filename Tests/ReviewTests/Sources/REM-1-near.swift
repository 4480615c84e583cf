import AVFoundation

// Near misses: the superclass adds; a computed key.
class Base: NSObject {
  let player = AVPlayer()
  func begin() { player.addObserver(self, forKeyPath: "volume", options: [], context: nil) }
}

final class Derived: Base {
  deinit { player.removeObserver(self, forKeyPath: "volume") }
}

final class Several: NSObject {
  let player = AVPlayer()
  let keys = ["rate", "volume"]

  func begin() { for key in keys { player.addObserver(self, forKeyPath: key, options: [], context: nil) } }
  deinit { player.removeObserver(self, forKeyPath: "rate") }
}
