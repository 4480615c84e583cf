// An assignment inside a callback is a change like any other, even of an equal value: it calls the callback again.
// With the comparison, the inner call finds an allowed size and sets nothing, and the recursion ends.
// Other observers may still hear of 24 before they hear of 30. A rule in the setter would be better.

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
      if settings.textSize > 24 { settings.textSize = 24 }
    }
  }

  static func makeLimiter(for settings: Settings) -> Limiter { Limiter(for: settings) }
}
