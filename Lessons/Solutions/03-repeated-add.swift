// Two equal registrations are two registrations: two calls for each change, and two removes to end them.
// The app does not call the two methods in pairs, and KVO does not say whether an observer is registered: the window
// has to know. A flag works as long as all code that adds or removes the window sets it. A controller needs none.

import Exercises
import RawObserving

enum Attempt: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display
    private var isRegistered = false

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      if isRegistered { return }
      isRegistered = true
      document.addObserver(self, forKeyPath: "words", options: .new)
    }

    func disappear() {
      isRegistered = false
      document.removeObserver(self, forKeyPath: "words")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(document.words)
    }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }

  static func disappear(_ window: Window) { window.disappear() }
}
