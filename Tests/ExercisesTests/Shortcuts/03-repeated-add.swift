import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let repeatedAdd = [
    Attempt("solution", of: "repeated-add", accepted: true) { $0.repeatedAdd(RepeatedAddSolution.self) },
    Attempt("a flag in each window", of: "repeated-add", accepted: true) { $0.repeatedAdd(RepeatedAddByFlag.self) },
    Attempt("by the controller", of: "repeated-add", accepted: true) { $0.repeatedAdd(RepeatedAddByController.self) },
    Attempt("one flag for all windows", of: "repeated-add", accepted: false) {
      $0.repeatedAdd(RepeatedAddSharedFlag.self)
    },
    Attempt("a number is shown once", of: "repeated-add", accepted: false) {
      $0.repeatedAdd(RepeatedAddHidesRepeats.self)
    },
    Attempt("remove before each add", of: "repeated-add", accepted: false) {
      $0.repeatedAdd(RepeatedAddRemovesFirst.self)
    },
    Attempt("without add", of: "repeated-add", accepted: false) { $0.repeatedAdd(RepeatedAddWithoutAdd.self) },
  ]
}

// Accepted: a flag in each window says whether it is registered.
enum RepeatedAddByFlag: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display
    var isRegistered = false

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      if isRegistered { return }
      isRegistered = true
      document.addObserver(self, forKeyPath: "words", options: .new)
    }

    deinit { if isRegistered { document.removeObserver(self, forKeyPath: "words") } }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(document.words)
    }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }
}

// Accepted: the controller drops the second request.
enum RepeatedAddByController: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      kvoController.observe(document, \.$words) { window, document, _ in window.display.show(document.words) }
    }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }
}

// Rejected: the flag belongs to the class, so the second window is never added.
enum RepeatedAddSharedFlag: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display
    // Only the thread of the check uses it.
    nonisolated(unsafe) static var isRegistered = false

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      if Self.isRegistered { return }
      Self.isRegistered = true
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

// Rejected: the second call is hidden, the second registration is left.
enum RepeatedAddHidesRepeats: RepeatedAddExercise {
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
      if display.number != document.words { display.show(document.words) }
    }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }
}

// Rejected: the first remove has no registration to remove.
enum RepeatedAddRemovesFirst: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
      document.removeObserver(self, forKeyPath: "words")
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

// Rejected: nothing is observed.
enum RepeatedAddWithoutAdd: RepeatedAddExercise {
  final class Window: KeyValueObject {
    let document: Document
    let display: Display

    init(for document: Document, on display: Display) {
      (self.document, self.display) = (document, display)
      super.init()
    }

    func appear() {
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(document.words)
    }
  }

  static func makeWindow(for document: Document, on display: Display) -> Window { Window(for: document, on: display) }

  static func appear(_ window: Window) { window.appear() }
}
