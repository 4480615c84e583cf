import RawObserving

/// The stories of step 5.
public enum Demo {
  /// A bar appears twice, and each time it observes the player.
  public static func works() {
    let player = Player()
    let bar = BufferBar()
    for time in ["once", "again"] {
      print("the bar appears \(time)")
      bar.show(player)
    }
    player.buffered = 10
    print("1 change, shown \(bar.count) time")
  }

  /// A player observes itself, to start when its buffer is full. Then its owner releases it.
  public static func fails() {
    var player: SelfStartingPlayer? = SelfStartingPlayer()
    weak let probe = player
    player?.prepare()
    player?.buffered = 100
    print("the owner releases the player")
    player = nil
    print("the player is \(probe == nil ? "gone" : "alive, and nothing else refers to it: a leak")")
  }
}

private class Player: KeyValueObject {
  @Observed var buffered = 0
}

// snippet.player
private final class SelfStartingPlayer: Player {
  private lazy var controller = Controller(observer: self)

  func prepare() {
    controller.observe(self, "buffered") { player, _, _ in
      if player.buffered == 100 { print("the buffer is full: the player starts") }
    }
  }

  deinit {
    print("the player's deinit: unobserveAll()")
    controller.unobserveAll()
  }
}
// snippet.end

private final class BufferBar {
  private lazy var controller = Controller(observer: self)
  private(set) var count = 0

  func show(_ player: Player) {
    controller.observe(player, "buffered") { bar, player, _ in
      bar.count += 1
      print("the bar shows \(player.buffered) %")
    }
  }
}
