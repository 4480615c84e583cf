// A callback that sets what it observes
//
// A reading app can show text up to size 24. A limiter observes the settings and lowers larger sizes. With this
// code, whatever size the user chooses, the program dies.
//
// Make the limiter lower every size above 24 to 24, each time, and leave every other size as it is.

import Exercises
import RawObserving

enum Attempt: EndlessLimitExercise {
  final class Limiter: KeyValueObject {
    let settings: Settings

    init(for settings: Settings) {
      self.settings = settings
      super.init()
      settings.addObserver(self, forKeyPath: "textSize")
    }

    deinit { settings.removeObserver(self, forKeyPath: "textSize") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      settings.textSize = min(settings.textSize, 24)
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}
