// The controller asks on the main actor whether the bar still observes, after the call has waited in the queue.
// The observer is the mediator, which is never deallocated, so the network thread cannot call a bar in its deinit.
// By hand you need two things: a flag that the main thread reads, and a separate observer that outlives the removal.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: MainThreadExercise {
  final class Bar: KeyValueObject {
    let display: Display

    @MainActor init(for download: Download, on display: Display) {
      self.display = display
      super.init()
      kvoController.observe(download, \.$percent, on: .shared) { bar, change in bar.display.show(change.value) }
    }
  }

  @MainActor static func openBar(for download: Download, on display: Display) -> Bar { Bar(for: download, on: display) }
}
