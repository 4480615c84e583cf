// The token was in a local variable, so it was deallocated when `show()` returned. A property keeps it as long as the
// meter. The closure uses the meter that it receives: with `self`, the meter would own its controller, the controller the
// closure, and the closure the meter. Setting the property to nil ends the observation, and assigning it again replaces it.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: KeptTokenExercise {
  final class Meter: KeyValueObject {
    let player: Player
    let display: Display
    private var observation: ScopedObservation?

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      show()
    }

    func show() {
      observation = kvoController.observe(player, \.$bufferedSeconds, options: .initial) { meter, player, _ in
        meter.display.show(player.bufferedSeconds)
      }.scoped()
    }

    func hide() { observation = nil }
  }

  static func makeMeter(for player: Player, on display: Display) -> Meter { Meter(for: player, on: display) }

  static func hide(_ meter: Meter) { meter.hide() }

  static func show(_ meter: Meter) { meter.show() }
}
