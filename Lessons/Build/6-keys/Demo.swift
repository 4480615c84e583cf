import RawObserving

/// The stories of step 6.
public enum Demo {
  /// A player observes itself, with weak keys, under the rules of today's systems. Then its owner releases it.
  public static func works() {
    Era.use(.current)
    observeItself()
  }

  /// The same under those before iOS 11.
  public static func trap() { observeItself() }

  private static func observeItself() {
    var player: SelfStartingPlayer? = SelfStartingPlayer()
    weak let probe = player
    player?.prepare()
    player?.buffered = 100
    print("the owner releases the player")
    player = nil
    print("the player is \(probe == nil ? "gone" : "alive, and nothing else refers to it: a leak")")
  }

  /// A bar closes when the buffer is full. It is full already when the bar begins to observe.
  public static func fails() {
    let player = Player()
    player.buffered = 100
    let bar = BufferBar()
    print("the bar observes a player whose buffer is full")
    bar.showUntilFull(player)
  }
}

private class Player: KeyValueObject {
  @Observed var buffered = 0
}

private final class SelfStartingPlayer: Player {
  private lazy var controller = Controller(observer: self, retention: .unretained)

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

private final class BufferBar {
  private lazy var controller = Controller(observer: self)

  // snippet.until-full
  func showUntilFull(_ player: Player) {
    controller.observe(player, "buffered", options: .initial) { bar, player, _ in
      print("the bar shows \(player.buffered) %")
      if player.buffered == 100 { bar.controller.unobserve(player) }
    }
  }
  // snippet.end
}
