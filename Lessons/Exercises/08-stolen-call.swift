// A superclass and a subclass observe one property
//
// `WordWindow` shows how many words a document has. `LimitWindow` inherits from it and shows how many words are still
// allowed; the limit is 100. With this code a limit window does not show the words that the document has.
//
// Make a limit window show both numbers after each change, each once.

import Exercises
import RawObserving

enum Attempt: StolenCallExercise {
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let wordsContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let leftContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  class WordWindow: KeyValueObject {
    let document: Document
    let words: Display

    init(_ document: Document, words: Display) {
      (self.document, self.words) = (document, words)
      super.init()
      document.addObserver(self, forKeyPath: "words", context: wordsContext)
    }

    deinit { document.removeObserver(self, forKeyPath: "words", context: wordsContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard context == wordsContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      words.show(document.words)
    }
  }

  final class LimitWindow: WordWindow {
    let left: Display

    init(_ document: Document, words: Display, left: Display) {
      self.left = left
      super.init(document, words: words)
      document.addObserver(self, forKeyPath: "words", context: leftContext)
    }

    deinit { document.removeObserver(self, forKeyPath: "words", context: leftContext) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard keyPath == "words" else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      left.show(100 - document.words)
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}
