// An observer is called for changes, and the size was chosen before there was an observer.
// With `.initial` the add makes a call at once. `.new` is needed as well, because this callback reads the change.
// The call comes before `addObserver` returns, so the label has to be complete by then.

import Exercises
import RawObserving

enum Attempt: FirstValueExercise {
  final class Label: KeyValueObject {
    let settings: Settings
    let display: Display

    init(for settings: Settings, on display: Display) {
      (self.settings, self.display) = (settings, display)
      super.init()
      settings.addObserver(self, forKeyPath: "textSize", options: [.initial, .new])
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
