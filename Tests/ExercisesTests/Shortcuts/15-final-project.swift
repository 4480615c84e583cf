import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let finalProject = [
    Attempt("solution", of: "final-project", accepted: true) { $0.finalProject(FinalProjectSolution.self) },
    Attempt("by the controller", of: "final-project", accepted: true) {
      $0.finalProject(FinalProjectByController.self)
    },
    Attempt("equal numbers ignored", of: "final-project", accepted: false) {
      $0.finalProject(FinalProjectIgnoresEqual.self)
    },
    Attempt("never removed", of: "final-project", accepted: false) { $0.finalProject(FinalProjectNeverRemoved.self) },
    Attempt("without a deinit", of: "final-project", accepted: false) {
      $0.finalProject(FinalProjectWithoutDeinit.self)
    },
    Attempt("read on demand", of: "final-project", accepted: false) {
      $0.finalProject(FinalProjectReadOnDemand.self)
    },
  ]
}

// Accepted: the window observes through its controller.
enum FinalProjectByController: FinalProjectExercise {
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

    func show(_ folder: MailFolder) {
      close()
      self.folder = folder
      kvoController.observe(folder, \.$name, options: .initial) { window, _, change in
        window.title = change.value ?? "Untitled"
      }
      kvoController.observe(folder, \.$unread, options: .initial) { window, _, change in
        window.badge = change.value
        window.badgeDrawings += 1
      }
      kvoController.observe(folder, \.$subjects, options: .initial) { window, _, change in
        window.rows = change.value
      }
    }

    func close() {
      kvoController.unobserveAll()
      folder = nil
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

// Rejected: the second registration is hidden, and stays when the window shows another folder.
enum FinalProjectIgnoresEqual: FinalProjectExercise {
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
        let unread = change.newValue as? Int ?? 0
        if unread == badge { return }
        badge = unread
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

// Rejected: no removal can raise, and every folder keeps its registrations.
enum FinalProjectNeverRemoved: FinalProjectExercise {
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

// Rejected: a window that is not closed is deallocated with its registrations.
enum FinalProjectWithoutDeinit: FinalProjectExercise {
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

// Rejected: nothing is observed. The window reads the folder when the check asks, and counts the numbers that differ.
enum FinalProjectReadOnDemand: FinalProjectExercise {
  final class Window: KeyValueObject {
    var folder: MailFolder?
    var lastBadge = 0
    var drawings = 0

    init(for folder: MailFolder) {
      super.init()
      self.folder = folder
    }

    func countDrawings() -> Int {
      let badge = folder?.unread ?? 0
      if badge != lastBadge { drawings += 1 }
      lastBadge = badge
      return drawings
    }
  }

  static func openWindow(for folder: MailFolder) -> Window { Window(for: folder) }

  static func show(_ folder: MailFolder, in window: Window) { window.folder = folder }

  static func close(_ window: Window) { window.folder = nil }

  static func title(of window: Window) -> String { window.folder?.name ?? "Untitled" }

  static func badge(of window: Window) -> Int { window.folder?.unread ?? 0 }

  static func badgeDrawings(of window: Window) -> Int { window.countDrawings() }

  static func rows(of window: Window) -> [String] { window.folder?.subjects ?? [] }
}
