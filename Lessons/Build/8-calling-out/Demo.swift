import Foundation
import RawObserving

/// The stories of step 8.
public enum Demo {
  /// A callback waits for another thread, which observes another player.
  public static func works() {
    let player = Player()
    let bar = BufferBar()
    let isDone = DispatchSemaphore(value: 0)
    bar.show(player) {
      print("the callback starts another thread, which observes another player")
      Thread {
        let (other, otherBar) = (Player(), BufferBar())
        otherBar.show(other) {}
        isDone.signal()
      }.start()
      isDone.wait()
      print("the other thread is done")
    }
    player.buffered = 10
    print("the callback has returned")
  }

  /// A player observes itself, with weak keys. Then its owner releases it.
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

  func show(_ player: Player, then continuation: @escaping () -> Void) {
    controller.observe(player, "buffered") { _, player, _ in
      print("the bar shows \(player.buffered) %")
      continuation()
    }
  }
}
