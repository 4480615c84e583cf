// One player is followed at a time, so one property is enough. The assignment keeps the new token and releases the old
// one, which ends the observation of the player before. By hand this would be a removal, in the right order, for the
// right object.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: NextPlayerExercise {
  final class Meter: KeyValueObject {
    let display: Display
    private var observation: ScopedObservation?

    init(on display: Display) { self.display = display }

    func follow(_ player: Player) {
      observation = kvoController.observe(player, \.$bufferedSeconds, options: .initial) { meter, player, _ in
        meter.display.show(player.bufferedSeconds)
      }.scoped()
    }

    func stop() { observation = nil }
  }

  static func makeMeter(on display: Display) -> Meter { Meter(on: display) }

  static func follow(_ player: Player, with meter: Meter) { meter.follow(player) }

  static func stop(_ meter: Meter) { meter.stop() }
}
