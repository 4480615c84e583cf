// The window keeps the contexts of its registrations in a set. Hiding takes one out, and the deinit takes the rest.
// A place that is hidden already is not in the set, so nothing is removed twice.
// One method removes from both the set and the chat, so the two always agree.

import Exercises
import RawObserving

enum Attempt: RightRegistrationExercise {
  // Only the addresses are used. Nothing is ever stored there, so threads cannot race for it.
  nonisolated(unsafe) static let badgeContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let dockContext = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  final class Window: KeyValueObject {
    let chat: Chat
    let badge: Display
    let dock: Display
    /// The contexts of the registrations that are there.
    private var shown = [badgeContext, dockContext] as Set

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      for context in shown { chat.addObserver(self, forKeyPath: "unread", context: context) }
    }

    deinit { for context in shown { hide(context) } }

    func hide(_ context: UnsafeMutableRawPointer) {
      if shown.remove(context) != nil { chat.removeObserver(self, forKeyPath: "unread", context: context) }
    }

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

  static func hideBadge(of window: Window) { window.hide(badgeContext) }

  static func hideDock(of window: Window) { window.hide(dockContext) }
}
