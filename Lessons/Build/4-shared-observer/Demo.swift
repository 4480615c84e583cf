import RawObserving

/// The stories of step 4.
public enum Demo {
  /// A player changes while a bar that observes it is being deallocated.
  public static func works() {
    let player = FrugalPlayer()
    var bar: BufferBar? = BufferBar()
    bar?.show(player)
    player.buffered = 10
    print("the bar is released")
    bar = nil
    print("nothing was called")
  }

  // snippet.fails
  /// A bar appears twice, and each time it observes the player.
  public static func fails() {
    let player = Player()
    let bar = BufferBar()
    for time in ["once", "again"] {
      print("the bar appears \(time)")
      bar.show(player)
    }
    player.buffered = 10
    print("1 change, shown \(bar.count) times")
  }
  // snippet.end
}

private class Player: KeyValueObject {
  @Observed var buffered = 0
}

/// Drops its buffer when an observer is removed.
private final class FrugalPlayer: Player {
  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    print("the player drops its buffer")
    buffered = 0
    super.removeObserver(observer, forKeyPath: keyPath, context: context)
  }
}

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
