import RawObserving

/// The stories of step 3.
public enum Demo {
  /// Releases a bar that was never closed.
  public static func works() {
    let player = Player()
    var bar: BufferBar? = BufferBar()
    bar?.show(player)
    player.buffered = 10
    print("the bar is released")
    bar = nil
    player.buffered = 20
    print("a change without the bar: no call")
  }

  /// A player changes while a bar that observes it is being deallocated.
  public static func fails() {
    let player = FrugalPlayer()
    var bar: BufferBar? = BufferBar()
    bar?.show(player)
    player.buffered = 10
    print("the bar is released")
    bar = nil
    print("nothing was called")
  }
}

private class Player: KeyValueObject {
  @Observed var buffered = 0
}

/// Drops its buffer when an observer is removed.
// snippet.player
private final class FrugalPlayer: Player {
  override func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
    print("the player drops its buffer")
    buffered = 0
    super.removeObserver(observer, forKeyPath: keyPath)
  }
}
// snippet.end

private final class BufferBar {
  private lazy var controller = Controller(observer: self)

  func show(_ player: Player) {
    controller.observe(player, "buffered") { _, player, _ in print("the bar shows \(player.buffered) %") }
  }
}
