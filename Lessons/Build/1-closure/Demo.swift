import RawObserving

/// The stories of step 1.
public enum Demo {
  /// A bar observes two key paths, each with its own closure.
  public static func works() {
    let player = Player()
    let bar = BufferBar(player)
    player.buffered = 10
    player.title = "Blue"
    bar.close()
  }

  // snippet.fails
  /// The bar is closed by hand, and its deinit closes it again.
  public static func fails() {
    let player = Player()
    var bar: BufferBar? = ClosingBar(player)
    player.buffered = 10
    print("the user closes the bar")
    bar?.close()
    print("the bar is released")
    bar = nil
  }
  // snippet.end
}

private final class Player: KeyValueObject {
  @Observed var buffered = 0
  @Observed var title = ""
}

private class BufferBar {
  private let player: Player
  private let buffered: Observation
  private let title: Observation

  init(_ player: Player) {
    self.player = player
    buffered = Observation(player, "buffered") { _, _ in print("the bar shows \(player.buffered) %") }
    title = Observation(player, "title") { _, _ in print("the bar shows \"\(player.title)\"") }
  }

  func close() {
    player.removeObserver(buffered, forKeyPath: "buffered")
    player.removeObserver(title, forKeyPath: "title")
  }
}

private final class ClosingBar: BufferBar {
  deinit { close() }
}
