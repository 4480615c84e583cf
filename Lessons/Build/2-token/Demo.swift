import RawObserving

/// The stories of step 2.
public enum Demo {
  /// The bar is closed by hand, and its deinit closes it again.
  public static func works() {
    let player = Player()
    var bar: BufferBar? = ClosingBar(player)
    player.buffered = 10
    print("the user closes the bar")
    bar?.close()
    print("the bar is released")
    bar = nil
    player.buffered = 20
    print("a change without the bar: no call")
  }

  // snippet.fails
  /// Releases a bar that was never closed.
  public static func fails() {
    let player = Player()
    var bar: BufferBar? = BufferBar(player)
    withExtendedLifetime(bar) { player.buffered = 10 }
    print("the bar is released")
    bar = nil
    player.buffered = 20
  }
  // snippet.end
}

private final class Player: KeyValueObject {
  @Observed var buffered = 0
  @Observed var title = ""
}

private class BufferBar {
  private let observations: [Observation]

  init(_ player: Player) {
    observations = [
      Observation(player, "buffered") { _, _ in print("the bar shows \(player.buffered) %") },
      Observation(player, "title") { _, _ in print("the bar shows \"\(player.title)\"") },
    ]
  }

  func close() {
    for observation in observations { observation.cancel() }
  }
}

private final class ClosingBar: BufferBar {
  deinit { close() }
}
