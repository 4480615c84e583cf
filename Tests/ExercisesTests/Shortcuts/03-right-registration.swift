import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let rightRegistration = [
    Attempt("solution", of: "right-registration", accepted: true) {
      $0.rightRegistration(RightRegistrationSolution.self)
    },
    Attempt("a controller for each place", of: "right-registration", accepted: true) {
      $0.rightRegistration(RightRegistrationByControllers.self)
    },
    Attempt("a token for each place", of: "right-registration", accepted: true) {
      $0.rightRegistration(RightRegistrationByTokens.self)
    },
    Attempt("added in the other order", of: "right-registration", accepted: false) {
      $0.rightRegistration(RightRegistrationOtherOrder.self)
    },
    Attempt("nil as the context", of: "right-registration", accepted: false) {
      $0.rightRegistration(RightRegistrationNilContext.self)
    },
    Attempt("hidden by a flag", of: "right-registration", accepted: false) {
      $0.rightRegistration(RightRegistrationNeverRemoved.self)
    },
    Attempt("both removed at once", of: "right-registration", accepted: false) {
      $0.rightRegistration(RightRegistrationBothRemoved.self)
    },
  ]
}

// Accepted: two controllers have one registration each.
enum RightRegistrationByControllers: RightRegistrationExercise {
  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display
    private lazy var badgeController = KVOController(observer: self)
    private lazy var dockController = KVOController(observer: self)

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      badgeController.observe(chat, \.$unread) { window, chat, _ in window.badge.show(chat.unread) }
      dockController.observe(chat, \.$unread) { window, chat, _ in window.dock.show(chat.unread) }
    }

    func hideBadge() { badgeController.unobserveAll() }

    func hideDock() { dockController.unobserveAll() }
  }

  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window {
    Window(for: chat, badge: badge, dock: dock)
  }

  static func hideBadge(of window: Window) { window.hideBadge() }

  static func hideDock(of window: Window) { window.hideDock() }
}

// Accepted: each token ends its own observation.
enum RightRegistrationByTokens: RightRegistrationExercise {
  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display
    private var tokens: [ObservationToken] = []

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      tokens = [badge, dock].map { display in
        kvoController.observe(chat, \.$unread, duplicates: .add) { _, chat, _ in display.show(chat.unread) }
      }
    }

    func hideBadge() { tokens[0].cancel() }

    func hideDock() { tokens[1].cancel() }
  }

  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window {
    Window(for: chat, badge: badge, dock: dock)
  }

  static func hideBadge(of window: Window) { window.hideBadge() }

  static func hideDock(of window: Window) { window.hideDock() }
}

// Rejected: the engine's guess is right for the badge now, and wrong for the Dock.
enum RightRegistrationOtherOrder: RightRegistrationExercise {
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let badgeContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let dockContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", context: dockContext)
      chat.addObserver(self, forKeyPath: "unread", context: badgeContext)
    }

    func hideBadge() { chat.removeObserver(self, forKeyPath: "unread") }

    func hideDock() { chat.removeObserver(self, forKeyPath: "unread") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == badgeContext { badge.show(chat.unread) }
      if context == dockContext { dock.show(chat.unread) }
    }
  }

  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window {
    Window(for: chat, badge: badge, dock: dock)
  }

  static func hideBadge(of window: Window) { window.hideBadge() }

  static func hideDock(of window: Window) { window.hideDock() }
}

// Rejected: nil does not mean any context, so nothing matches.
enum RightRegistrationNilContext: RightRegistrationExercise {
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let badgeContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let dockContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", context: badgeContext)
      chat.addObserver(self, forKeyPath: "unread", context: dockContext)
    }

    func hideBadge() { chat.removeObserver(self, forKeyPath: "unread", context: nil) }

    func hideDock() { chat.removeObserver(self, forKeyPath: "unread", context: nil) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == badgeContext { badge.show(chat.unread) }
      if context == dockContext { dock.show(chat.unread) }
    }
  }

  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window {
    Window(for: chat, badge: badge, dock: dock)
  }

  static func hideBadge(of window: Window) { window.hideBadge() }

  static func hideDock(of window: Window) { window.hideDock() }
}

// Rejected: the flags hide the numbers, and the registrations are left when the window closes.
enum RightRegistrationNeverRemoved: RightRegistrationExercise {
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let badgeContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let dockContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display
    var (hidesBadge, hidesDock) = (false, false)

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", context: badgeContext)
      chat.addObserver(self, forKeyPath: "unread", context: dockContext)
    }

    func hideBadge() { hidesBadge = true }

    func hideDock() { hidesDock = true }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == badgeContext && !hidesBadge { badge.show(chat.unread) }
      if context == dockContext && !hidesDock { dock.show(chat.unread) }
    }
  }

  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window {
    Window(for: chat, badge: badge, dock: dock)
  }

  static func hideBadge(of window: Window) { window.hideBadge() }

  static func hideDock(of window: Window) { window.hideDock() }
}

// Rejected: hiding one place ends both.
enum RightRegistrationBothRemoved: RightRegistrationExercise {
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let badgeContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let dockContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", context: badgeContext)
      chat.addObserver(self, forKeyPath: "unread", context: dockContext)
    }

    func hideBadge() {
      chat.removeObserver(self, forKeyPath: "unread")
      chat.removeObserver(self, forKeyPath: "unread")
    }

    func hideDock() {}

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if context == badgeContext { badge.show(chat.unread) }
      if context == dockContext { dock.show(chat.unread) }
    }
  }

  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window {
    Window(for: chat, badge: badge, dock: dock)
  }

  static func hideBadge(of window: Window) { window.hideBadge() }

  static func hideDock(of window: Window) { window.hideDock() }
}
