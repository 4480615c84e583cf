// Each change shown twice
//
// A window shows how many words its document has. The app calls `appear()` each time the window comes to the front, and
// the window may be on the screen already. It calls `disappear()` when the window is hidden, and before it closes. With
// this code, a window that has come to the front twice shows each change twice.
//
// Make each change show once in each window that is on the screen, no matter how often it has come to the front. A
// window that is hidden leaves no registration behind, and it can come back. The document goes on in the other windows.

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

    func disappear() {
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
