import AVFoundation

final class Controller: NSObject {
  let player = AVPlayer()
  var token: NSKeyValueObservation?

  func follow() { token = player.observe(\.rate) { _, _ in } }

  deinit {
    player.removeObserver(self, forKeyPath: "status")  // finds
  }
}
