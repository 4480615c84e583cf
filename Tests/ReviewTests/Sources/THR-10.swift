import AVFoundation
import Observation

@MainActor final class Bar {
  var token: NSKeyValueObservation?
  var shown: Float = 0

  func follow(_ player: AVPlayer) {
    token = player.observe(\.rate) { [weak self] player, _ in  // may
      MainActor.assumeIsolated { self?.shown = player.rate }
    }
    // Near miss.
    token = player.observe(\.volume) { [weak self] player, _ in
      let volume = player.volume
      Task { @MainActor in self?.shown = volume }
    }
  }
}
