// Final project: six faults in one window
//
// A window of a mail application shows a folder: its name as the title, the number of unread mails on a badge, and the
// subjects of the mails as rows. It observes the folder by hand. The code has six faults. The check has a step for each
// of them, and stops at the first fault that it finds.
//
// Make all six steps pass. The badge is drawn once for each change of the number. A folder without a name has the title
// "Untitled". A window that is closed or deallocated, or shows another folder, leaves no registration behind. Lessons 3,
// 4, 9 and 11 are about such faults.

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
      folder.addObserver(self, forKeyPath: "unread", options: .new)
    }

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
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      switch keyPath {
      case "name":
        title = "\(change.newValue ?? "Untitled")"
      case "unread":
        badge = change.newValue as? Int ?? 0
        badgeDrawings += 1
      case "subjects":
        rows = change.newValue as? [String] ?? []
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
