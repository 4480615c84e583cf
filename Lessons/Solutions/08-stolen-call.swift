// Both classes are one observer, and every call arrives in the subclass first. The key path is the same in all of them.
// The context says which registration a call belongs to, because each class has one that no other class uses.
// The subclass passes a call with another context to super, and handles a call with its own.

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
      guard context == leftContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      left.show(100 - document.words)
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}
