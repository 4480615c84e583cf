public import RawObserving

/// What the attempt at `captured-owner` gives to its check.
public protocol CapturedOwnerExercise {
  associatedtype Panel: KeyValueObject

  /// Opens a panel for the chat room.
  static func openPanel(for room: ChatRoom) -> Panel

  /// The text of the panel's badge: the number of unread messages, or nothing if there are none.
  static func badge(of panel: Panel) -> String
}

extension Exercise {
  static let capturedOwner = Exercise(
    "captured-owner", lesson: 12, "A closed panel that still draws",
    failure: "the closed panel is deallocated: the closed panel is still in memory",
    hints: [
      "Who holds the handler, and what does the handler hold?",
      "The panel owns its controller, the controller owns the handler, and the handler captures `self`. This is a "
        + "retain cycle.",
      "The handler is passed its observer. Use it: `{ panel, room, _ in panel.show(room.unread) }`.",
    ],
    proof: [
      "One of two panels was closed and deallocated, and the other still followed the room.",
      "A handler that retains its panel would have kept it in memory, with its registration.",
    ])
}

extension Check {
  /// Opens two panels for one room, and closes one of them.
  public func capturedOwner<Attempt: CapturedOwnerExercise>(_ attempt: Attempt.Type) {
    step("two panels are open, and messages arrive")
    let room = ChatRoom()
    var panel: Attempt.Panel? = Attempt.openPanel(for: room)
    let other = Attempt.openPanel(for: room)
    func expectBadge(_ wanted: String, of panel: Attempt.Panel, _ name: String) {
      let found = Attempt.badge(of: panel)
      let unread = "with \(room.unread) unread"
      expect(found == wanted, "\(unread), the badge of \(name) is \"\(wanted)\"", saw: "it is \"\(found)\"")
    }
    expectBadge("", of: panel!, "the first panel")
    room.unread = 2
    expectBadge("2", of: panel!, "the first panel")
    expectBadge("2", of: other, "the other panel")
    step("the first panel is closed")
    let trace = Weak(panel)
    panel = nil
    expectGone(trace, "the closed panel")
    let left = room.activeRegistrations.count
    expect(left == 1, "the room has the registration of the other panel", saw: "it has \(left) registrations")
    step("another message arrives, and all are read")
    room.unread = 3
    expectBadge("3", of: other, "the other panel")
    room.unread = 0
    expectBadge("", of: other, "the other panel")
    step("a panel opens for a room with unread messages")
    room.unread = 4
    expectBadge("4", of: Attempt.openPanel(for: room), "the new panel")
  }
}
