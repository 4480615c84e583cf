import Exercises
import Foundation
import ManagedObserving
import Observation
import RawObserving

@testable import Solutions

extension Attempt {
  static let missedReadings = [
    Attempt("solution", of: "missed-readings", accepted: true) { $0.missedReadings(MissedReadingsSolution.self) },
    Attempt("by the main queue", of: "missed-readings", accepted: true) {
      $0.missedReadings(MissedReadingsByMainQueue.self)
    },
    Attempt("tracked once", of: "missed-readings", accepted: false) {
      $0.missedReadings(MissedReadingsTrackedOnce.self)
    },
    Attempt("read before the write", of: "missed-readings", accepted: false) {
      $0.missedReadings(MissedReadingsBeforeTheWrite.self)
    },
    Attempt("still a controller", of: "missed-readings", accepted: false) {
      $0.missedReadings(MissedReadingsStillController.self)
    },
    Attempt("names nothing", of: "missed-readings", accepted: false) {
      $0.missedReadings(MissedReadingsNamesNothing.self)
    },
  ]
}

// Accepted: the gauge reads again in a block of the main queue.
enum MissedReadingsByMainQueue: MissedReadingsExercise {
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
        DispatchQueue.main.async { [weak self] in
          MainActor.assumeIsolated { self?.show() }
        }
      }
    }
  }

  static func makeBattery() -> Battery { Battery() }

  static func setPercent(_ percent: Int, of battery: Battery) { battery.percent = percent }

  static func makeGauge(for battery: Battery) -> Gauge { Gauge(for: battery) }

  static func shown(by gauge: Gauge) -> [Int] { gauge.shown }

  static let missed = [60, 55, 50]
}

// Rejected: the gauge shows the first change and no other.
enum MissedReadingsTrackedOnce: MissedReadingsExercise {
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
      withObservationTracking {
        shown.append(battery.percent)
      } onChange: { [weak self] in
        Task { @MainActor [weak self] in self?.show() }
      }
    }

    func show() { shown.append(battery.percent) }
  }

  static func makeBattery() -> Battery { Battery() }

  static func setPercent(_ percent: Int, of battery: Battery) { battery.percent = percent }

  static func makeGauge(for battery: Battery) -> Gauge { Gauge(for: battery) }

  static func shown(by gauge: Gauge) -> [Int] { gauge.shown }

  static let missed = [60, 55, 50]
}

// Rejected: the gauge reads inside `onChange`, where the battery still has the value before.
enum MissedReadingsBeforeTheWrite: MissedReadingsExercise {
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
        MainActor.assumeIsolated { self?.show() }
      }
    }
  }

  static func makeBattery() -> Battery { Battery() }

  static func setPercent(_ percent: Int, of battery: Battery) { battery.percent = percent }

  static func makeGauge(for battery: Battery) -> Gauge { Gauge(for: battery) }

  static func shown(by gauge: Gauge) -> [Int] { gauge.shown }

  static let missed = [60, 55, 50]
}

// Rejected: the battery is called Observable, and still tells every reading by key-value observing.
enum MissedReadingsStillController: MissedReadingsExercise {
  final class Battery: KeyValueObject, Observable {
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

  static let missed = [60, 55, 50]
}

// Rejected: the attempt does not name what the gauge has missed.
enum MissedReadingsNamesNothing: MissedReadingsExercise {
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

  static let missed: [Int] = []
}
