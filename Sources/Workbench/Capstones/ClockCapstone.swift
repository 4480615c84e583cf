import Foundation
import ManagedObserving
import RawObserving

/// `scenarios clock`: a clock that is set once a second, and a view that shows it.
enum ClockCapstone {
  static func run(seconds: Int) {
    let clock = Clock()
    let view = ClockView(clock)
    for second in 0..<seconds {
      Thread.sleep(forTimeInterval: 1)
      clock.date = second + 1
    }
    withExtendedLifetime(view) {}
  }

  final class Clock: KeyValueObject {
    /// The time it shows, in seconds.
    @Observed var date = 0
  }

  // snippet.view
  /// Shows a clock. No code tells it to draw: it observes.
  final class ClockView: KeyValueObject {
    init(_ clock: Clock) {
      super.init()
      kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.draw(clock.date)
      }
    }
  }
  // snippet.end
}

extension ClockCapstone.ClockView {
  /// Prints the time as hours, minutes and seconds.
  private func draw(_ date: Int) {
    let parts = [date / 3600, date / 60 % 60, date % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let time = parts.joined(separator: ":")
    print(time)
    fflush(nil)
  }
}
