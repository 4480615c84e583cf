// The add that runs again
//
// A window shows how many words its document has. The app calls `appear()` each time the window comes to the front:
// when it opens, and again after another window was in front. With this code, a window that has come to the front twice
// shows each change twice.
//
// Make each change show once in each window, no matter how often the window has appeared. A window can close at any
// time after it has appeared. The document goes on in the other windows. `appear()` may end up empty.

import Exercises
import RawObserving

enum Attempt: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      document.addObserver(self, forKeyPath: "words", options: .new)
    }

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
