import ManagedObserving
import RawObserving

final class Player: KeyValueObject {
  @Observed var track = 1
}

final class Screen: KeyValueObject {
  let player: Player
  var title = ""
  init(_ player: Player) {
    self.player = player
    super.init()
  }
  func start() {
    kvoController.observe(player, \.$track) { _, _, change in
      self.title = "track \(change.value)"
    }
  }
}

func visit(_ player: Player) {
  let screen = Screen(player)
  screen.start()
  player.track += 1
}

let player = Player()
visit(player)
player.track += 1
