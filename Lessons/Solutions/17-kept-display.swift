// `guard let self` makes a strong reference that lasts to the end of its scope. Before the loop, this is the whole task.
// In the loop, it is one pass: while the loop waits, no reference of the task holds the display.
// The deinit is still needed. Without it the loop waits for ever, and holds the thermometer.

import Exercises
import Observation

enum Attempt: KeptDisplayExercise {
  @MainActor
  final class Display {
    var shown: [Int] = []
    private var task: Task<Void, Never>?

    init(for thermometer: Thermometer) {
      task = Task { [weak self] in
        guard #available(macOS 26, *) else { return }  // which Observations needs
        for await degrees in Observations({ thermometer.degrees }) {
          guard let self else { return }
          self.shown.append(degrees)
        }
      }
    }

    deinit { task?.cancel() }
  }

  static func openDisplay(for thermometer: Thermometer) -> Display { Display(for: thermometer) }

  static func shown(by display: Display) -> [Int] { display.shown }
}
