import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let signedOut = [
    Attempt("solution", of: "signed-out", accepted: true) { $0.signedOut(SignedOutSolution.self) },
    Attempt("reads the session", of: "signed-out", accepted: true) { $0.signedOut(SignedOutReadsSession.self) },
    Attempt("by a typed path", of: "signed-out", accepted: true) { $0.signedOut(SignedOutByTypedPath.self) },
    Attempt("0 without an account", of: "signed-out", accepted: false) { $0.signedOut(SignedOutZeroForNobody.self) },
    Attempt("hidden at 0", of: "signed-out", accepted: false) { $0.signedOut(SignedOutHiddenAtZero.self) },
    Attempt("read on demand", of: "signed-out", accepted: false) {
      $0.signedOut(SignedOutReadOnDemand.self)
    },
  ]
}

// Accepted: the callback ignores the change and reads the session.
enum SignedOutReadsSession: SignedOutExercise {
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
      number = session.account?.unread
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.number }
}

// Accepted: the value of a typed path through an optional is optional.
enum SignedOutByTypedPath: SignedOutExercise {
  final class Badge: KeyValueObject {
    let session: ChatSession
    var number: Int?

    init(for session: ChatSession) {
      self.session = session
      super.init()
      kvoController.observe(session, \.$account.$unread, options: .initial) { badge, _, change in
        badge.number = change.value
      }
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.number }
}

// Rejected: the badge shows 0 although no account is signed in.
enum SignedOutZeroForNobody: SignedOutExercise {
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
      number = change.newValue as? Int ?? 0
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.number }
}

// Rejected: the badge is hidden for an account without unread messages.
enum SignedOutHiddenAtZero: SignedOutExercise {
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
      let unread = change.newValue as? Int ?? 0
      number = unread == 0 ? nil : unread
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.number }
}

// Rejected: nothing is observed. The badge reads the session when the check asks.
enum SignedOutReadOnDemand: SignedOutExercise {
  final class Badge: KeyValueObject {
    let session: ChatSession

    init(for session: ChatSession) {
      self.session = session
      super.init()
    }
  }

  static func makeBadge(for session: ChatSession) -> Badge { Badge(for: session) }

  static func number(on badge: Badge) -> Int? { badge.session.account?.unread }
}
