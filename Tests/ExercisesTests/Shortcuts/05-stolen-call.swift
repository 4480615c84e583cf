import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let stolenCall = [
    Attempt("solution", of: "stolen-call", accepted: true) { $0.stolenCall(StolenCallSolution.self) },
    Attempt("by the controller", of: "stolen-call", accepted: true) { $0.stolenCall(StolenCallByController.self) },
    Attempt("the superclass's calls passed on first", of: "stolen-call", accepted: true) {
      $0.stolenCall(StolenCallOtherWayRound.self)
    },
    Attempt("handled and passed on", of: "stolen-call", accepted: false) {
      $0.stolenCall(StolenCallAlwaysToSuper.self)
    },
    Attempt("the subclass shows both", of: "stolen-call", accepted: false) {
      $0.stolenCall(StolenCallShownBySubclass.self)
    },
    Attempt("everything passed on", of: "stolen-call", accepted: false) { $0.stolenCall(StolenCallOnlyToSuper.self) },
  ]
}

// Accepted: the subclass has a closure of its own, and no method to share.
enum StolenCallByController: StolenCallExercise {
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
      kvoController.observe(document, \.$words) { window, document, _ in window.left.show(100 - document.words) }
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}

// Accepted: the subclass asks for what is not its own.
enum StolenCallOtherWayRound: StolenCallExercise {
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
      if context == leftContext {
        left.show(100 - document.words)
      } else {
        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}

// Rejected: the superclass gets the subclass's calls, and passes them to the root class.
enum StolenCallAlwaysToSuper: StolenCallExercise {
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
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}

// Rejected: each of the two registrations shows both numbers.
enum StolenCallShownBySubclass: StolenCallExercise {
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
      words.show(document.words)
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}

// Rejected: the root class gets the subclass's calls.
enum StolenCallOnlyToSuper: StolenCallExercise {
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
      guard keyPath != "words" else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      left.show(100 - document.words)
    }
  }

  static func openWindow(for document: Document, words: Display, left: Display) -> LimitWindow {
    LimitWindow(document, words: words, left: left)
  }
}
