// A meter that stands still
//
// A meter shows how far a player has buffered. It is shown when it is made. Its owner hides it and shows it again, and
// keeps it meanwhile. With this code the meter shows the first value and no other.
//
// Make the meter follow the player while it is on the screen. Each change is shown once. A hidden meter shows nothing. A
// meter that its owner releases is deallocated, and leaves no registration behind.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: KeptTokenExercise {
  final class Meter: KeyValueObject {
    let player: Player
    let display: Display

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      show()
    }

    func show() {
      let observation = kvoController.observe(player, \.$bufferedSeconds, options: .initial) { _, player, _ in
        self.display.show(player.bufferedSeconds)
      }.scoped()
      print("the meter observes: \(observation.token.isActive)")
    }

    func hide() {}
  }

  static func makeMeter(for player: Player, on display: Display) -> Meter { Meter(for: player, on: display) }

  static func hide(_ meter: Meter) { meter.hide() }

  static func show(_ meter: Meter) { meter.show() }
}
