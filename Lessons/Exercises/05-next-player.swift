// A meter for the player that plays now
//
// An app has several players, and one meter that shows how far the current one has buffered. With this code the meter
// also shows the players that it followed before.
//
// Make the meter show one player only: the one that it was told to follow last. Following a player shows its value at
// once. Each change is shown once, even if the meter is told to follow the same player again. After `stop()` it shows
// nothing. A player that the app releases is deallocated.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: NextPlayerExercise {
  final class Meter: KeyValueObject {
    let display: Display
    private var observations: [ScopedObservation] = []

    init(on display: Display) { self.display = display }

    func follow(_ player: Player) {
      let new = kvoController.observe(player, \.$bufferedSeconds, options: .initial) { meter, player, _ in
        meter.display.show(player.bufferedSeconds)
      }
      observations.append(new.scoped())
    }

    func stop() {}
  }

  static func makeMeter(on display: Display) -> Meter { Meter(on: display) }

  static func follow(_ player: Player, with meter: Meter) { meter.follow(player) }

  static func stop(_ meter: Meter) { meter.stop() }
}
