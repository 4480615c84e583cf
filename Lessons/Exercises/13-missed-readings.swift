// What Observation does not tell
//
// A gauge shows the charge of a battery in percent, and keeps a list of what it has shown. The check sets the charge in
// four turns of the run loop. In one turn it sets it more than once. In another it sets the value that the charge has
// already. The gauge now uses a controller and shows every assignment. The battery is not an @Observable class yet.
//
// 1. Replace the controller with Swift's Observation. The gauge shows 100 in the first turn, and then the charge after
//    each turn that has changed it. When the gauge is released, it must be deallocated.
// 2. Run the check: it prints what it sets in each turn.
// 3. Write into `missed` the values that were set and not shown, in their order.

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
