import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let crashLog = [
    Attempt("solution", of: "crash-log", accepted: true) { $0.crashLog(CrashLogSolution.self) },
    Attempt("by controllers", of: "crash-log", accepted: true) { $0.crashLog(CrashLogByControllers.self) },
    Attempt("the document kept", of: "crash-log", accepted: false) { $0.crashLog(CrashLogKeepsDocument.self) },
    Attempt("without a history", of: "crash-log", accepted: false) { $0.crashLog(CrashLogWithoutHistory.self) },
    Attempt("the title bar removed twice", of: "crash-log", accepted: false) { $0.crashLog(CrashLogTitleTwice.self) },
  ]
}

// Accepted: each part has a controller, and the window lets them unobserve.
enum CrashLogByControllers: CrashLogExercise {
  final class Part: KeyValueObject {
    var changes: [KeyValueChange] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      changes.append(change)
    }
  }

  final class Window {
    let (titleBar, statusBar, history) = (Part(), Part(), Part())
    var document: TextDocument?

    init(_ document: TextDocument) {
      self.document = document
      titleBar.kvoController.observe(document, keyPath: "title", options: [.initial, .new], context: nil)
      statusBar.kvoController.observe(document, keyPath: "printedPages", options: [.initial, .new], context: nil)
      history.kvoController.observe(document, keyPath: "title", options: .old, context: nil)
    }

    func close() {
      for part in [titleBar, statusBar, history] { part.kvoController.unobserveAll() }
      document = nil
    }
  }

  static func open(_ document: TextDocument) -> Window { Window(document) }

  static func title(of window: Window) -> String { window.titleBar.changes.last?.newValue as? String ?? "" }

  static func pages(of window: Window) -> Int { window.statusBar.changes.last?.newValue as? Int ?? 0 }

  static func earlierTitles(in window: Window) -> [String] {
    window.history.changes.compactMap { $0.oldValue as? String }
  }

  static func close(_ window: Window) { window.close() }
}

// Rejected: a document that is not deallocated cannot end the program.
enum CrashLogKeepsDocument: CrashLogExercise {
  final class Part: KeyValueObject {
    var changes: [KeyValueChange] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      changes.append(change)
    }
  }

  final class Window {
    let (titleBar, statusBar, history) = (Part(), Part(), Part())
    var document: TextDocument?

    init(_ document: TextDocument) {
      self.document = document
      document.addObserver(titleBar, forKeyPath: "title", options: [.initial, .new])
      document.addObserver(statusBar, forKeyPath: "printedPages", options: [.initial, .new])
      document.addObserver(history, forKeyPath: "title", options: .old)
    }

    func close() {
      document?.removeObserver(titleBar, forKeyPath: "title")
      document?.removeObserver(statusBar, forKeyPath: "printedPages")
      if !history.changes.isEmpty {
        document?.removeObserver(history, forKeyPath: "title")
      }
    }
  }

  static func open(_ document: TextDocument) -> Window { Window(document) }

  static func title(of window: Window) -> String { window.titleBar.changes.last?.newValue as? String ?? "" }

  static func pages(of window: Window) -> Int { window.statusBar.changes.last?.newValue as? Int ?? 0 }

  static func earlierTitles(in window: Window) -> [String] {
    window.history.changes.compactMap { $0.oldValue as? String }
  }

  static func close(_ window: Window) { window.close() }
}

// Rejected: no history observes the document.
enum CrashLogWithoutHistory: CrashLogExercise {
  final class Part: KeyValueObject {
    var changes: [KeyValueChange] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      changes.append(change)
    }
  }

  final class Window {
    let (titleBar, statusBar, history) = (Part(), Part(), Part())
    var document: TextDocument?

    init(_ document: TextDocument) {
      self.document = document
      document.addObserver(titleBar, forKeyPath: "title", options: [.initial, .new])
      document.addObserver(statusBar, forKeyPath: "printedPages", options: [.initial, .new])
    }

    func close() {
      document?.removeObserver(titleBar, forKeyPath: "title")
      document?.removeObserver(statusBar, forKeyPath: "printedPages")
      document = nil
    }
  }

  static func open(_ document: TextDocument) -> Window { Window(document) }

  static func title(of window: Window) -> String { window.titleBar.changes.last?.newValue as? String ?? "" }

  static func pages(of window: Window) -> Int { window.statusBar.changes.last?.newValue as? Int ?? 0 }

  static func earlierTitles(in window: Window) -> [String] {
    window.history.changes.compactMap { $0.oldValue as? String }
  }

  static func close(_ window: Window) { window.close() }
}

// Rejected: the second removal of the title bar removes nothing, and raises.
enum CrashLogTitleTwice: CrashLogExercise {
  final class Part: KeyValueObject {
    var changes: [KeyValueChange] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      changes.append(change)
    }
  }

  final class Window {
    let (titleBar, statusBar, history) = (Part(), Part(), Part())
    var document: TextDocument?

    init(_ document: TextDocument) {
      self.document = document
      document.addObserver(titleBar, forKeyPath: "title", options: [.initial, .new])
      document.addObserver(statusBar, forKeyPath: "printedPages", options: [.initial, .new])
      document.addObserver(history, forKeyPath: "title", options: .old)
    }

    func close() {
      document?.removeObserver(titleBar, forKeyPath: "title")
      document?.removeObserver(statusBar, forKeyPath: "printedPages")
      document?.removeObserver(titleBar, forKeyPath: "title")
      if !history.changes.isEmpty {
        document?.removeObserver(history, forKeyPath: "title")
      }
      document = nil
    }
  }

  static func open(_ document: TextDocument) -> Window { Window(document) }

  static func title(of window: Window) -> String { window.titleBar.changes.last?.newValue as? String ?? "" }

  static func pages(of window: Window) -> Int { window.statusBar.changes.last?.newValue as? Int ?? 0 }

  static func earlierTitles(in window: Window) -> [String] {
    window.history.changes.compactMap { $0.oldValue as? String }
  }

  static func close(_ window: Window) { window.close() }
}
