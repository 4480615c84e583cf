// The entry in the log has the key path "title" and Old: YES. Only the history was added with these options.
// Its removal ran only if the title had changed. The program died for users who closed a document without renaming it.
// An add without a condition needs a removal without one. The title bar's add has a condition, so its removal keeps it.

import Exercises
import RawObserving

enum Attempt: CrashLogExercise {
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
    let isFullScreen: Bool
    var document: TextDocument?

    init(_ document: TextDocument, isFullScreen: Bool) {
      (self.document, self.isFullScreen) = (document, isFullScreen)
      if !isFullScreen {
        document.addObserver(titleBar, forKeyPath: "title", options: [.initial, .new])
      }
      document.addObserver(statusBar, forKeyPath: "printedPages", options: [.initial, .new])
      document.addObserver(history, forKeyPath: "title", options: .old)
    }

    func close() {
      if !isFullScreen {
        document?.removeObserver(titleBar, forKeyPath: "title")
      }
      document?.removeObserver(statusBar, forKeyPath: "printedPages")
      document?.removeObserver(history, forKeyPath: "title")
      document = nil
    }
  }

  static func open(_ document: TextDocument, inFullScreen isFullScreen: Bool) -> Window {
    Window(document, isFullScreen: isFullScreen)
  }

  static func title(of window: Window) -> String { window.titleBar.changes.last?.newValue as? String ?? "" }

  static func pages(of window: Window) -> Int { window.statusBar.changes.last?.newValue as? Int ?? 0 }

  static func earlierTitles(in window: Window) -> [String] {
    window.history.changes.compactMap { $0.oldValue as? String }
  }

  static func clearEarlierTitles(in window: Window) { window.history.changes = [] }

  static func close(_ window: Window) { window.close() }
}
