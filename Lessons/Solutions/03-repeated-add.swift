// Two equal registrations are two registrations: two calls for each change, and two removes to end them.
// The app does not call the two methods in pairs, and KVO does not say whether an observer is registered. The token
// does: as long as it exists, it is registered. It is the observer itself, so it does not have to retain the window.

import Exercises
import RawObserving

enum Attempt: RepeatedAddExercise {
  /// Shows the document's words on the display, for as long as the token exists.
  final class Token: KeyValueObject {
    private let document: Document
    private let display: Display

    init(_ document: Document, _ display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
      document.addObserver(self, forKeyPath: "words", options: .new)
    }

    deinit { document.removeObserver(self, forKeyPath: "words") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(document.words)
    }
  }

  final class Window: KeyValueObject {
    let document: Document
    let display: Display
    private var token: Token?

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      if token == nil { token = Token(document, display) }
    }

    func disappear() { token = nil }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }

  static func disappear(_ window: Window) { window.disappear() }
}
