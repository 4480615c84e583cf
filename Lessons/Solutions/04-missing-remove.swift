// The player keeps a registration until it is removed, and it does not retain the observer.
// So an observer that adds itself must remove itself before it is deallocated: its deinit is the last moment.
// The player outlives the bar here, because the bar retains it. `closed-document` has the other case.

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

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      shownSeconds = player.bufferedSeconds
    }
  }

  static func openBar(for player: Player) -> Bar { Bar(for: player) }

  static func shownSeconds(of bar: Bar) -> Int { bar.shownSeconds }
}
