// `onChange` comes once and before the write, so the gauge reads and tracks again in a task, in the next turn.
// By then 80 has been replaced by 70, and 50 and 40 by 20. Assigning an equal value is not announced at all.
// The pending `onChange` keeps what it captures: the gauge is captured weakly, or it would live until the next change.

import Exercises
import Observation

enum Attempt: MissedReadingsExercise {
  @MainActor
  @Observable
  final class Battery {
    var percent = 100
  }

  @MainActor
  final class Gauge {
    let battery: Battery
    var shown: [Int] = []

    init(for battery: Battery) {
      self.battery = battery
      show()
    }

    func show() {
      withObservationTracking {
        shown.append(battery.percent)
      } onChange: { [weak self] in
        Task { @MainActor [weak self] in self?.show() }
      }
    }
  }

  static func makeBattery() -> Battery { Battery() }

  static func setPercent(_ percent: Int, of battery: Battery) { battery.percent = percent }

  static func makeGauge(for battery: Battery) -> Gauge { Gauge(for: battery) }

  static func shown(by gauge: Gauge) -> [Int] { gauge.shown }

  static let missed = [80, 60, 50, 40]
}
