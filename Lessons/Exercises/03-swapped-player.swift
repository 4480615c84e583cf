// A new object to observe
//
// A bar shows how far a player has buffered. The next episode has a player of its own, and the app gives it to the bar.
// With this code the program dies at that moment.
//
// Make the bar follow the player that it was given last, and no other. The player that it followed before can then be
// released.

import Exercises
import RawObserving

enum Attempt: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        player.removeObserver(self, forKeyPath: "bufferedSeconds")
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
