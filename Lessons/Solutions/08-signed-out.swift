// The engine reports the loss of the account: the new value is a null object, because there is no number any more.
// The cast makes nil of it, which is what a hidden badge has for a number.
// The guard treated the null as if nothing had been reported.

import Exercises
import RawObserving

enum SignedOutSolution: SignedOutExercise {
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
