// Each key is added once, and removed once: when the window shows another folder, is closed, or is deallocated.
// `close` sets the folder to nil, so a second `close` removes nothing.
// A nil name arrives as a null object. An insertion has only the new elements, so the window reads the folder.

import Exercises
import RawObserving

enum Attempt: FinalProjectExercise {
  final class Window: KeyValueObject {
    var folder: MailFolder?
    var title = ""
    var badge = 0
    var badgeDrawings = 0
    var rows: [String] = []

    init(for folder: MailFolder) {
      super.init()
      show(folder)
    }

    deinit { close() }

    func show(_ folder: MailFolder) {
      close()
      self.folder = folder
      folder.addObserver(self, forKeyPath: "name", options: [.initial, .new])
      folder.addObserver(self, forKeyPath: "unread", options: [.initial, .new])
      folder.addObserver(self, forKeyPath: "subjects", options: [.initial, .new])
    }

    func close() {
      folder?.removeObserver(self, forKeyPath: "name")
      folder?.removeObserver(self, forKeyPath: "unread")
      folder?.removeObserver(self, forKeyPath: "subjects")
      folder = nil
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      switch keyPath {
      case "name":
        title = change.newValue as? String ?? "Untitled"
      case "unread":
        badge = change.newValue as? Int ?? 0
        badgeDrawings += 1
      case "subjects":
        rows = folder?.subjects ?? []
      default:
        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }

  static func openWindow(for folder: MailFolder) -> Window { Window(for: folder) }

  static func show(_ folder: MailFolder, in window: Window) { window.show(folder) }

  static func close(_ window: Window) { window.close() }

  static func title(of window: Window) -> String { window.title }

  static func badge(of window: Window) -> Int { window.badge }

  static func badgeDrawings(of window: Window) -> Int { window.badgeDrawings }

  static func rows(of window: Window) -> [String] { window.rows }
}
