public import RawObserving

/// What the attempt at `first-observer` gives to its check.
public protocol FirstObserverExercise {
  associatedtype Badge: KeyValueObject

  /// Opens a badge that shows the unread messages of the chat on the display.
  static func openBadge(for chat: Chat, on display: Display) -> Badge
}

extension Exercise {
  static let firstObserver = Exercise(
    "first-observer", lesson: 1, "A first observer",
    failure: "the badge shows 3: it shows 2",
    hints: [
      "The badge reads the chat once. What in lesson 1 calls the view each time the clock's date changes?",
      "The badge has a `kvoController`. Let it observe `\\.$unread` of the chat, and show the number in the closure.",
      "Instead of `display.show(chat.unread)` write `kvoController.observe(chat, \\.$unread, options: .initial) { "
        + "badge, chat, _ in badge.display.show(chat.unread) }`, or keep it, and leave `.initial` out. Use `badge` in "
        + "the closure, not `self`.",
    ],
    proof: [
      "The check opened badges for two chats, let messages arrive, and closed one badge.",
      "A badge that reads once would stay at 2, and a badge whose closure captures it would leak.",
    ])
}

extension Check {
  /// Opens two badges on two chats, lets messages arrive, and closes one badge.
  public func firstObserver<Attempt: FirstObserverExercise>(_ attempt: Attempt.Type) {
    let (chat, otherChat) = (Chat(), Chat())
    let (display, otherDisplay) = (Display(), Display())
    chat.unread = 2
    step("two badges open, each for a chat of its own")
    var badge: Attempt.Badge? = Attempt.openBadge(for: chat, on: display)
    let otherBadge = Attempt.openBadge(for: otherChat, on: otherDisplay)
    expect(display, shows: 2, "the badge")
    expect(otherDisplay, shows: 0, "the other chat's badge")
    step("a message arrives")
    expectNothing(on: otherDisplay, "the other chat's badge shows nothing new") { chat.unread = 3 }
    expect(display, shows: 3, "the badge")
    step("the messages are read")
    chat.unread = 0
    expect(display, shows: 0, "the badge")
    step("the badge is closed")
    let trace = Weak(badge)
    badge = nil
    expectGone(trace, "the closed badge")
    expect(chat, hasRegistrations: 0, "the closed badge leaves no registration")
    step("a message arrives after the badge was closed")
    expectNothing(on: display, "the closed badge shows nothing more") { chat.unread = 1 }
    step("a message arrives in the other chat")
    otherChat.unread = 7
    withExtendedLifetime(otherBadge) { expect(otherDisplay, shows: 7, "the other chat's badge") }
  }
}
