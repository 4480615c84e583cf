// What Observation does not tell
//
// A gauge shows what a battery reads, and notes each reading. The check makes a gauge and sets the battery to 80; in the
// next turn of the run loop to 60, 55 and 50; in the next to 50 again; and in the last to 20. The gauge uses a
// controller, and shows every one of these values. The battery is to become an @Observable class.
//
// Replace the controller with Swift's Observation. The gauge shows 100 at first, and then the state after each turn, if
// there is a new one. Name in `missed` the readings that it no longer shows. A gauge that is released is deallocated.

import Exercises
import ManagedObserving
import Observation
import RawObserving

enum Attempt: MissedReadingsExercise {
  final class Battery: KeyValueObject {
    @Observed var percent = 100
  }

  final class Gauge: KeyValueObject {
    var shown: [Int] = []

    init(for battery: Battery) {
      super.init()
      kvoController.observe(battery, \.$percent, options: .initial) { gauge, _, change in
        gauge.shown.append(change.value)
      }
    }
  }

  static func makeBattery() -> Battery { Battery() }

  static func setPercent(_ percent: Int, of battery: Battery) { battery.percent = percent }

  static func makeGauge(for battery: Battery) -> Gauge { Gauge(for: battery) }

  static func shown(by gauge: Gauge) -> [Int] { gauge.shown }

  static let missed: [Int] = []
}
