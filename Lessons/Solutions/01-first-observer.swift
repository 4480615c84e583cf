// The closure runs for each change, and `.initial` asks for one call at once.
// The closure gets the badge as a parameter, so it captures nothing. A captured `self` would make a retain cycle.
// The badge owns its controller. When the badge is deallocated, the controller removes the registration.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: FirstObserverExercise {
  final class Badge: KeyValueObject {
    let display: Display

    init(for chat: Chat, on display: Display) {
      self.display = display
      super.init()
      kvoController.observe(chat, \.$unread, options: .initial) { badge, chat, _ in badge.display.show(chat.unread) }
    }
  }

  static func openBadge(for chat: Chat, on display: Display) -> Badge { Badge(for: chat, on: display) }
}
