import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let capturedOwner = [
    Attempt("solution", of: "captured-owner", accepted: true) { $0.capturedOwner(CapturedOwnerSolution.self) },
    Attempt("captured weakly", of: "captured-owner", accepted: true) { $0.capturedOwner(CapturedOwnerWeakly.self) },
    Attempt("by an action", of: "captured-owner", accepted: true) { $0.capturedOwner(CapturedOwnerByAction.self) },
    Attempt("unobserved in deinit", of: "captured-owner", accepted: false) {
      $0.capturedOwner(CapturedOwnerUnobservedInDeinit.self)
    },
    Attempt("without retaining the room", of: "captured-owner", accepted: false) {
      $0.capturedOwner(CapturedOwnerNonRetaining.self)
    },
    Attempt("without observing", of: "captured-owner", accepted: false) {
      $0.capturedOwner(CapturedOwnerWithoutObserving.self)
    },
  ]
}

// Accepted: the handler captures the panel weakly.
enum CapturedOwnerWeakly: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      kvoController.observe(room, \.$unread, options: .initial) { [weak self] _, room, _ in
        self?.show(room.unread)
      }
    }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}

// Accepted: the controller calls a method of its observer.
enum CapturedOwnerByAction: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      kvoController.observe(room, \.$unread, options: .initial) { $0.unreadDidChange($2) }
    }

    func unreadDidChange(_ change: Change<Int>) { show(change.value) }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}

// Rejected: the deinit would unobserve, and never runs.
enum CapturedOwnerUnobservedInDeinit: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      kvoController.observe(room, \.$unread, options: .initial) { _, room, _ in
        self.show(room.unread)
      }
    }

    deinit { kvoController.unobserveAll() }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}

// Rejected: the room is not in the cycle, the handler is.
enum CapturedOwnerNonRetaining: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      kvoControllerNonRetaining.observe(room, \.$unread, options: .initial) { _, room, _ in
        self.show(room.unread)
      }
    }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}

// Rejected: the panel shows the number at the beginning and never another one.
enum CapturedOwnerWithoutObserving: CapturedOwnerExercise {
  final class Panel: KeyValueObject {
    var badge = ""

    init(for room: ChatRoom) {
      super.init()
      show(room.unread)
    }

    func show(_ unread: Int) { badge = unread == 0 ? "" : "\(unread)" }
  }

  static func openPanel(for room: ChatRoom) -> Panel { Panel(for: room) }

  static func badge(of panel: Panel) -> String { panel.badge }
}
