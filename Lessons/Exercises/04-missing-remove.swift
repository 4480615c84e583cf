// The change after a window has closed
//
// A window has a bar that shows how far its player has buffered. When the window closes, the bar is deallocated. The
// player goes on in another window. With this code the program dies at the next change.
//
// Make the program survive: after a window has closed, the player buffers on, and the bars of the other windows follow.

import Exercises
import RawObserving

enum Attempt: MissingRemoveExercise {
  final class Bar: KeyValueObject {
    let player: Player
    var shownSeconds = 0

    init(for player: Player) {
      self.player = player
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      shownSeconds = player.bufferedSeconds
    }
  }

  static func openBar(for player: Player) -> Bar { Bar(for: player) }

  static func shownSeconds(of bar: Bar) -> Int { bar.shownSeconds }
}
