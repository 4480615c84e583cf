import Foundation
import RawObserving

/// The stories of step 7.
public enum Demo {
  /// A bar closes when the buffer is full. It is full already when the bar begins to observe.
  public static func works() {
    let player = Player()
    player.buffered = 100
    let bar = BufferBar()
    print("the bar observes a player whose buffer is full")
    bar.showUntilFull(player)
    player.buffered = 0
    print("a change after that: no call")
  }

  /// A callback waits for another thread, which observes another player.
  public static func fails() {
    let player = Player()
    let bar = BufferBar()
    let isDone = DispatchSemaphore(value: 0)
    // snippet.callback
    bar.show(player) {
      print("the callback starts another thread, which observes another player")
      Thread {
        let (other, otherBar) = (Player(), BufferBar())
        otherBar.show(other) {}
        isDone.signal()
      }.start()
      let isInTime = isDone.wait(timeout: .now() + 1) == .success
      print(isInTime ? "the other thread is done" : "the callback waits for 1 second: the other thread is blocked")
      if isInTime { isDone.signal() }
    }
    // snippet.end
    player.buffered = 10
    print("the callback has returned")
    isDone.wait()
    print("the other thread is done only now")
  }
}

private class Player: KeyValueObject {
  @Observed var buffered = 0
}

private final class BufferBar {
  private lazy var controller = Controller(observer: self)

  func show(_ player: Player, then continuation: @escaping () -> Void) {
    controller.observe(player, "buffered") { _, player, _ in
      print("the bar shows \(player.buffered) %")
      continuation()
    }
  }

  func showUntilFull(_ player: Player) {
    controller.observe(player, "buffered", options: .initial) { bar, player, _ in
      print("the bar shows \(player.buffered) %")
      if player.buffered == 100 { bar.controller.unobserve(player, "buffered") }
    }
  }
}
