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
    "right-registration", lesson: 8, "Two registrations, and the right one to remove",
    failure: "with the badge hidden, the Dock shows 4: it shows 3",
    hints: [
      "The window has two registrations with one chat, for one key path. What tells them apart?",
      "A remove without a context takes any registration of the observer. There is a remove that compares the context.",
      "Add `context: badgeContext` to the remove in `hideBadge()`, and `context: dockContext` to the one in "
        + "`hideDock()`.",
    ],
    proof: [
      "The check hid the badge first in one window, and the Dock's number first in another.",
      "A remove that takes either registration would have hidden the wrong number in one of the windows.",
    ])

  static let rightRegistrationHarder = rightRegistration.harder(
    "Hidden twice, and closed at any time",
    task: "The user may hide a place that is hidden already, and may close the window while a place is still shown.",
    failure: "harder: the user hides the badge twice: an observer is removed that is not registered",
    hints: [
      "Who knows which of the two registrations are still there, when a place is hidden and when the window is closed?",
      "Keep the contexts that are registered in a set. A place that is hidden already is not in it.",
      "`if shown.remove(context) != nil { chat.removeObserver(self, forKeyPath: \"unread\", context: context) }`, and "
        + "in the deinit the same removal for each context that is left in `shown`.",
    ],
    proof: [
      "Each place was hidden twice, and windows were closed with two numbers, with one and with none.",
      "One removal too many would have raised, and one too few would have left a registration.",
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
      expect(
        badge.history.count == shown, "the hidden badge stays as it was",
        saw: "it shows \(listed(Array(badge.history.dropFirst(shown))))")
      expect(chat, hasRegistrations: 1, "the hidden badge leaves the registration for the Dock, and no other")
      step("the user hides the number in the Dock too, and a message arrives")
      Attempt.hideDock(of: window!)
      expect(chat, hasRegistrations: 0, "with both hidden, no registration is left")
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

extension Check {
  /// Hides each place twice, and closes windows that still show something.
  public func rightRegistrationHarder<Attempt: RightRegistrationExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.rightRegistration(attempt) }) else { return }
    let (chat, badge, dock) = (Chat(), Display(), Display())
    let other = Attempt.openWindow(for: chat, badge: Display(), dock: Display())
    let own = chat.liveRegistrations
    var window: Attempt.Window? = Attempt.openWindow(for: chat, badge: badge, dock: dock)
    step("harder: the user hides the badge twice")
    Attempt.hideBadge(of: window!)
    Attempt.hideBadge(of: window!)
    chat.unread = 1
    expect(dock, hasShown: [1], "with the badge hidden twice, the Dock shows 1 once")
    expect(badge.history.isEmpty, "the hidden badge shows nothing", saw: "it shows \(listed(badge.history))")
    step("harder: the window closes while the Dock still shows the number")
    expectClosed(&window, of: chat, keeping: own)
    step("harder: the user hides the number in the Dock of another window twice")
    window = Attempt.openWindow(for: chat, badge: badge, dock: dock)
    Attempt.hideDock(of: window!)
    Attempt.hideDock(of: window!)
    chat.unread = 2
    expect(badge, hasShown: [2], "with the Dock's number hidden twice, the badge shows 2 once")
    expect(dock, hasShown: [1], "the hidden number in the Dock stays as it was")
    step("harder: that window closes while the badge still shows the number")
    expectClosed(&window, of: chat, keeping: own)
    step("harder: a window closes that shows both numbers")
    window = Attempt.openWindow(for: chat, badge: badge, dock: dock)
    chat.unread = 3
    expectClosed(&window, of: chat, keeping: own)
    step("harder: the last window hides both numbers, and closes")
    window = other
    Attempt.hideBadge(of: window!)
    Attempt.hideDock(of: window!)
    Attempt.hideBadge(of: window!)
  }

  private func expectClosed<Window: KeyValueObject>(_ window: inout Window?, of chat: Chat, keeping wanted: Int) {
    let trace = Weak(window)
    window = nil
    expectGone(trace, "the closed window")
    expect(chat, hasRegistrations: wanted, "the chat has only the registrations of the window that is open")
    chat.unread += 10
  }
}
