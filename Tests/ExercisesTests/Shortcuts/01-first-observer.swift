import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let firstObserver = [
    Attempt("solution", of: "first-observer", accepted: true) { $0.firstObserver(FirstObserverSolution.self) },
    Attempt("by hand", of: "first-observer", accepted: true) { $0.firstObserver(FirstObserverByHand.self) },
    Attempt("shown by hand first", of: "first-observer", accepted: true) {
      $0.firstObserver(FirstObserverWithoutInitial.self)
    },
    Attempt("captured self", of: "first-observer", accepted: false) {
      $0.firstObserver(FirstObserverCapturesSelf.self)
    },
    Attempt("the number of the check", of: "first-observer", accepted: false) {
      $0.firstObserver(FirstObserverShowsThree.self)
    },
    Attempt("by hand, without the remove", of: "first-observer", accepted: false) {
      $0.firstObserver(FirstObserverWithoutRemove.self)
    },
    Attempt("left behind for ever", of: "first-observer", accepted: false) {
      $0.firstObserver(FirstObserverLeftBehind.self)
    },
  ]
}

// Accepted: the three parts by hand.
enum FirstObserverByHand: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let chat: Chat
    let display: Display

    init(for chat: Chat, on display: Display) {
      (self.chat, self.display) = (chat, display)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", options: .initial)
    }

    deinit { chat.removeObserver(self, forKeyPath: "unread") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(chat.unread)
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}

// Accepted: the first number is shown by hand, the changes by the controller.
enum FirstObserverWithoutInitial: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let display: Display

    init(for chat: Chat, on display: Display) {
      self.display = display
      super.init()
      display.show(chat.unread)
      kvoController.observe(chat, \.$unread) { badge, chat, _ in badge.display.show(chat.unread) }
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}

// Rejected: the closure captures the badge, which owns the controller: a retain cycle.
enum FirstObserverCapturesSelf: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let display: Display

    init(for chat: Chat, on display: Display) {
      self.display = display
      super.init()
      kvoController.observe(chat, \.$unread, options: .initial) { _, chat, _ in self.display.show(chat.unread) }
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}

// Rejected: the number that the check wants first, written down.
enum FirstObserverShowsThree: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let display: Display

    init(for chat: Chat, on display: Display) {
      self.display = display
      super.init()
      display.show(3)
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}

// Rejected: the registration is left when the badge is closed.
enum FirstObserverWithoutRemove: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let chat: Chat
    let display: Display

    init(for chat: Chat, on display: Display) {
      (self.chat, self.display) = (chat, display)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", options: .initial)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(chat.unread)
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}

// Rejected: another object observes the chat for the badge, and is never removed.
enum FirstObserverLeftBehind: FirstObserverExercise {
  final class Watcher: KeyValueObject {
    let chat: Chat
    weak var badge: Badge?

    init(of chat: Chat, for badge: Badge) {
      (self.chat, self.badge) = (chat, badge)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", options: .initial)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      badge?.display.show(chat.unread)
    }
  }

  final class Badge: KeyValueObject {
    let display: Display

    init(for chat: Chat, on display: Display) {
      self.display = display
      super.init()
      _ = Unmanaged.passRetained(Watcher(of: chat, for: self))
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}
