// Two equal registrations are two registrations: two calls for each change, and two removes to end them.
// `init` runs once and so does `deinit`, so an add in the one and a remove in the other are balanced.
// A flag that says whether the window is registered passes too, but each new add or remove has to keep it right.
// The window is now called for changes before it appears for the first time, which does no harm here.

import Exercises
import RawObserving

enum Attempt: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      document.addObserver(self, forKeyPath: "words", options: .new)
    }

    func appear() {}

    deinit { document.removeObserver(self, forKeyPath: "words") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(document.words)
    }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }
}
