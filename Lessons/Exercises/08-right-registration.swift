// Two registrations, and the right one to remove
//
// A window shows the unread messages of a chat in two places: in a badge and at the app's icon in the Dock. The user can
// hide each, in either order, and the window closes after both are hidden. With this code the window hides the wrong one.
//
// Make the place that the user hides stop showing changes, and let the other one follow them.

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

    init(for chat: Chat, badge: Display, dock: Display) {
      (self.chat, self.badge, self.dock) = (chat, badge, dock)
      super.init()
      chat.addObserver(self, forKeyPath: "unread", context: badgeContext)
      chat.addObserver(self, forKeyPath: "unread", context: dockContext)
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
