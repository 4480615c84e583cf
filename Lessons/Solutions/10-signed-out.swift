// When the account signs out, the observer is called with a null object as the new value.
// The guard returned for it, so the old number stayed. The cast makes nil of it, and nil hides the badge.
// An account without unread messages has the number 0, which is a different value.

import Exercises
import RawObserving

enum Attempt: SignedOutExercise {
  final class Badge: KeyValueObject {
    let session: ChatSession
    var number: Int?

    init(for session: ChatSession) {
      self.session = session
      super.init()
      session.addObserver(self, forKeyPath: "account.unread", options: [.initial, .new])
    }

    deinit { session.removeObserver(self, forKeyPath: "account.unread") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      number = change.newValue as? Int
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.number }
}
