// The value that is there already
//
// A settings screen has a label that shows the text size. The user chose 17 last week. With this code the label is empty
// when the screen opens, and stays empty until the user chooses another size.
//
// Make the label show the current size when the screen opens, and each size that the user chooses later, each once.

import Exercises
import RawObserving

enum Attempt: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      settings.addObserver(self, forKeyPath: "textSize", options: .new)
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let size = change.newValue as? Int { display.show(size) }
    }
  }

  static func openLabel(for settings: Settings, on display: Display) -> Label { Label(for: settings, on: display) }
}
