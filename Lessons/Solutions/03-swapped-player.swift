// The player keeps the registration. The property only refers to a player, and in `didSet` it refers to the new one.
// The remove has to be sent to the object that has the registration: `oldValue`.
// The remove in deinit is right as it is, because `player` is the one that the bar observes then.

import Exercises
import RawObserving

enum Attempt: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        oldValue.removeObserver(self, forKeyPath: "bufferedSeconds")
        player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
      }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(player.bufferedSeconds)
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}
