import RawObserving

/// The story of step 9.
public enum Demo {
  /// A player observes itself, bound to both lives. Then its owner releases it.
  public static func works() {
    var player: SelfStartingPlayer? = SelfStartingPlayer()
    weak let probe = player
    player?.prepare()
    player?.buffered = 100
    print("the owner releases the player")
    player = nil
    print("the player is \(probe == nil ? "gone" : "alive, and nothing else refers to it: a leak")")
  }
}

// snippet.player
private final class SelfStartingPlayer: DeathReportingObject {
  @Observed var buffered = 0
  private lazy var controller = Controller(observer: self, retention: .boundToBothLives)

  func prepare() {
    controller.observe(self, "buffered") { player, _, _ in
      if player.buffered == 100 { print("the buffer is full: the player starts") }
    }
  }

  deinit { print("the player's deinit") }
}
// snippet.end
