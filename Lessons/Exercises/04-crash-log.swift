// From the crash log to the mistake
//
// A window shows the title of a document and how many pages have been printed. In full screen it has no title bar. It
// also keeps the earlier titles, until the user clears them. For some users the program dies, and they send this log:
//
//     *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x… of
//     class TextDocument was deallocated while key value observers were still registered with it. Current observation
//     info: <1 registered> (
//     <Observer: 0x…, Key path: title, Options: <New: NO, Old: YES, Prior: NO> Context: 0x0>
//     )'
//
// Make the program survive. The window works as before, and a closed document is deallocated.

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
      if !history.changes.isEmpty {
        document?.removeObserver(history, forKeyPath: "title")
      }
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
