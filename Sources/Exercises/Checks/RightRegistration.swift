public import RawObserving

/// What the attempt at `right-registration` gives to its check.
public protocol RightRegistrationExercise {
  associatedtype Window: KeyValueObject

  /// Opens a window that shows the unread messages of the chat on two displays: its badge and its icon in the Dock.
  static func openWindow(for chat: Chat, badge: Display, dock: Display) -> Window

  /// Stops showing the number in the badge.
  static func hideBadge(of window: Window)

  /// Stops showing the number in the Dock.
  static func hideDock(of window: Window)
}

extension Exercise {
  static let rightRegistration = Exercise(
    "right-registration", lesson: 3, "Two registrations, and the right one to remove",
    failure: "with the badge hidden, the Dock shows 4: it shows 3",
    hints: [
      "The window has two registrations with one chat, for one key path. What tells them apart?",
      "A remove without a context takes any registration of the observer. There is a remove that compares the context.",
      "Add `context: badgeContext` to the remove in `hideBadge()`, and `context: dockContext` to the one in "
        + "`hideDock()`.",
    ])
}

extension Check {
  /// Hides the badge first in one window, and the Dock's number first in another.
  public func rightRegistration<Attempt: RightRegistrationExercise>(_ attempt: Attempt.Type) {
    do {
      let (chat, badge, dock) = (Chat(), Display(), Display())
      step("the first window opens, and a chat has 3 unread messages")
      var window: Attempt.Window? = Attempt.openWindow(for: chat, badge: badge, dock: dock)
      chat.unread = 3
      expect(badge, hasShown: [3], "the badge shows 3 once")
      expect(dock, hasShown: [3], "the Dock shows 3 once")
      step("the user hides the badge, and a message arrives")
      Attempt.hideBadge(of: window!)
      let shown = badge.history.count
      chat.unread = 4
      expect(dock, shows: 4, "with the badge hidden, the Dock")
      expect(badge.history.count == shown, "the hidden badge stays as it was", saw: "it shows 4")
      step("the user hides the number in the Dock too, and a message arrives")
      Attempt.hideDock(of: window!)
      expectNothing(on: dock, "with both hidden, the Dock shows nothing more") { chat.unread = 5 }
      close(&window, of: chat, "the first window")
    }
    let (chat, badge, dock) = (Chat(), Display(), Display())
    step("the second window opens, and a chat has 6 unread messages")
    var window: Attempt.Window? = Attempt.openWindow(for: chat, badge: badge, dock: dock)
    chat.unread = 6
    step("the user hides the number in the Dock, and a message arrives")
    Attempt.hideDock(of: window!)
    expectNothing(on: dock, "the hidden number in the Dock stays as it was") { chat.unread = 7 }
    expect(badge, shows: 7, "with the number in the Dock hidden, the badge")
    step("the user hides the badge too, and a message arrives")
    Attempt.hideBadge(of: window!)
    expectNothing(on: badge, "with both hidden, the badge shows nothing more") { chat.unread = 8 }
    close(&window, of: chat, "the second window")
  }

  private func close<Window: KeyValueObject>(_ window: inout Window?, of chat: Chat, _ what: String) {
    step("\(what) closes")
    let trace = Weak(window)
    window = nil
    expectGone(trace, what)
    step("a message arrives after \(what) has closed")
    chat.unread += 1
  }
}
