import RawObserving

/// The story of the code before the first step.
public enum Demo {
  /// A bar is registered for two key paths, and its `observeValue` handles one of them.
  public static func fails() {
    let player = Player()
    let bar = BufferBar(player)
    player.buffered = 10
    player.title = "Blue"
    bar.close()
  }
}

private final class Player: KeyValueObject {
  @Observed var buffered = 0
  @Observed var title = ""
}

private final class BufferBar: KeyValueObject {
  private let player: Player

  init(_ player: Player) {
    self.player = player
    super.init()
    player.addObserver(self, forKeyPath: "buffered")
    player.addObserver(self, forKeyPath: "title")
  }

  // snippet.callback
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    if keyPath == "buffered" {
      print("the bar shows \(player.buffered) %")
    } else {
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }
  // snippet.end

  func close() {
    player.removeObserver(self, forKeyPath: "buffered")
    player.removeObserver(self, forKeyPath: "title")
  }
}
