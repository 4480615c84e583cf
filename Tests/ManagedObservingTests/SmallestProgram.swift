// The whole program that the documentation's first page shows. SmallestProgramTests runs it.
// snippet.smallest-program
import ManagedObserving
import RawObserving

final class Stopwatch: KeyValueObject {
  @Observed var seconds = 0
}

final class StopwatchView: KeyValueObject {
  var text = ""

  func show(_ stopwatch: Stopwatch) {
    kvoController.observe(stopwatch, \.$seconds, options: .initial) { view, stopwatch, change in
      view.text = "\(change.value) s"
    }
  }
}
// snippet.end
