// A display that stays in memory
//
// A display loops over the temperatures of a thermometer. When the user closes it, the app releases the display and the
// thermometer. The task captures the display weakly, and the display cancels its task in deinit. With this code both
// still stay in memory.
//
// Make the program deallocate both when they are released. An open display follows its thermometer.

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
        guard let self else { return }
        for await degrees in Observations({ thermometer.degrees }) {
          self.shown.append(degrees)
        }
      }
    }

    deinit { task?.cancel() }
  }

  static func openDisplay(for thermometer: Thermometer) -> Display { Display(for: thermometer) }

  static func shown(by display: Display) -> [Int] { display.shown }
}
