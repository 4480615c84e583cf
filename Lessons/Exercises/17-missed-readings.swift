// What Observation does not tell
//
// A gauge shows the charge of a battery in percent, and keeps a list of what it has shown. The battery begins with 100.
// The check sets the charge in four turns of the run loop: to 80 and 70; to 60; to 60 again; to 50, 40 and 20. The gauge
// now uses a controller and shows every assignment. The battery is not an @Observable class yet.
//
// 1. Before you run the check: which of these assignments does a gauge with Swift's Observation not show? Write their
//    values into `missed`, in the order in which they are set. A repeated value counts.
// 2. Replace the controller with Swift's Observation. The gauge shows 100 first, and then the charge after each turn
//    that has changed it. When the gauge is released, it must be deallocated.

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
