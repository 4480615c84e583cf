// A path through nil
//
// The icon of a chat application has a badge with the number of unread messages. The session knows the account that is
// signed in, if there is one. With this code the badge still shows the number of the last account after it has signed
// out.
//
// Make the badge follow the account that is signed in. Without an account, the badge is hidden: its number is nil. An
// account without unread messages shows 0.

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
      guard let unread = change.newValue as? Int else { return }
      number = unread
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.number }
}
