// A first observer
//
// A badge shows how many messages of a chat are unread. With this code it shows the number that it finds when it opens,
// and is not called for any change.
//
// Make the badge follow its chat: each time the number changes, the badge shows it. The chat does not know the badge.
// After the badge is closed, it is deallocated, and the chat goes on without it.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let display: Display

    init(for chat: Chat, on display: Display) {
      self.display = display
      super.init()
      display.show(chat.unread)
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}
