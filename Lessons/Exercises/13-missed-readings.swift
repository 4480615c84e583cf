// What Observation does not tell
//
// A gauge shows the charge of a battery in percent, and keeps a list of what it has shown. The check sets the battery
// to 80. In the next turn of the run loop it sets 60, 55 and 50, in the third turn 50 again, and in the last turn 20.
// The gauge now uses a controller and shows all of them. The battery is not an @Observable class yet.
//
// Replace the controller with Swift's Observation. The gauge shows 100 in the first turn, and then the charge after each
// turn that has changed it. Name in `missed`, in order, every assignment that it no longer shows, even one of an equal
// value. When the gauge is released, it must be deallocated.

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
