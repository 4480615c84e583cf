import AVFoundation
import Combine

final class Overlay {
  private let player = AVPlayer()
  private var token: NSKeyValueObservation?
  private var tokens: [NSKeyValueObservation] = []
  private let subject = PassthroughSubject<Int, Never>()

  func mistakes() {
    player.observe(\.rate) { player, _ in print(player.rate) }  // finds
    _ = player.observe(\.rate, options: [.new]) { player, _ in print(player.rate) }  // finds
    let unused = player.observe(\.rate) { player, _ in print(player.rate) }  // finds
    _ = subject.sink { print($0) }  // may
  }

  // Near misses: each of these tokens is kept.
  func kept() -> NSKeyValueObservation {
    token = player.observe(\.rate) { player, _ in print(player.rate) }
    tokens.append(player.observe(\.rate) { player, _ in print(player.rate) })
    let local = player.observe(\.rate) { player, _ in print(player.rate) }
    tokens.append(local)
    if let other = Optional(player.observe(\.rate, changeHandler: { _, _ in })) { tokens.append(other) }
    let chained = player.observe(\.rate) { _, _ in }.description
    print(chained)
    [1, 2].publisher.sink { print($0) }.cancel()
    _ = Just(1).sink { print($0) }
    let makers: [(AVPlayer) -> NSKeyValueObservation] = [
      { $0.observe(\.rate) { player, _ in print(player.rate) } }
    ]
    _ = makers
    print("_ = player.observe(\\.rate) { _, _ in }")  // player.observe(\.rate) { _, _ in }
    return player.observe(\.rate) { player, _ in print(player.rate) }
  }

  var rate: NSKeyValueObservation { player.observe(\.rate) { player, _ in print(player.rate) } }
}

final class Single {
  let player = AVPlayer()

  // The value of these calls is not used.
  func start() { player.observe(\.rate) { player, _ in print(player.rate) } }  // finds
  init() { player.observe(\.rate) { player, _ in print(player.rate) } }  // finds
  func restart(_ again: Bool) -> Int {
    if again { player.observe(\.rate) { player, _ in print(player.rate) } }  // finds
    return 1
  }

  // Near misses: each branch has one value.
  func choose(_ again: Bool) -> NSKeyValueObservation? {
    if again {
      player.observe(\.rate) { player, _ in print(player.rate) }
    } else if player.rate > 0 {
      player.observe(\.volume) { player, _ in print(player.rate) }
    } else {
      player.observe(\.rate) { player, _ in print(player.rate) }
    }
  }
  func make() -> NSKeyValueObservation {
    #if os(iOS)
      player.observe(\.rate) { player, _ in print(player.rate) }
    #else
      player.observe(\.volume) { player, _ in print(player.volume) }
    #endif
  }
}

// Near miss: a result builder of another module collects them.
final class Bar {
  let player = AVPlayer()
  func follow() -> [NSKeyValueObservation] {
    let tokens = buildArray {
      player.observe(\.rate) { player, _ in print(player.rate) }
      player.observe(\.volume) { player, _ in print(player.volume) }
    }
    return tokens
  }
  func forget(_ queue: DispatchQueue) {
    queue.async {
      self.player.observe(\.rate) { player, _ in print(player.rate) }  // finds
      self.player.observe(\.volume) { player, _ in print(player.volume) }  // finds
    }
  }
}
