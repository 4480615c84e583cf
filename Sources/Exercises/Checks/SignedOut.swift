public import RawObserving

/// What the attempt at `signed-out` gives to its check.
public protocol SignedOutExercise {
  associatedtype Badge: KeyValueObject

  /// Makes the badge of the session.
  static func makeBadge(for session: ChatSession) -> Badge

  /// The number on the badge; nil if the badge is hidden.
  static func number(on badge: Badge) -> Int?
}

extension Exercise {
  static let signedOut = Exercise(
    "signed-out", lesson: 10, "A path through nil",
    failure: "after the account has signed out, the badge is hidden: it shows 3",
    hints: [
      "Is the callback called when the account signs out? Print the change.",
      "Where an object on the path is nil, the new value is `KeyValueNull.null`. The cast to `Int` then gives nil, and "
        + "the `guard` returns.",
      "Let the nil through: `number = change.newValue as? Int`.",
    ],
    proof: [
      "The badge followed two accounts, and was hidden between them.",
      "A badge that ignores the sign-out would have kept its 3. A 0 would have been wrong too.",
    ])
}

extension Check {
  /// Signs two accounts in and out.
  public func signedOut<Attempt: SignedOutExercise>(_ attempt: Attempt.Type) {
    step("a badge is made while no account is signed in")
    let session = ChatSession()
    var badge: Attempt.Badge? = Attempt.makeBadge(for: session)
    func expectNumber(_ wanted: Int?, _ when: String) {
      func text(_ number: Int?) -> String { number.map { "shows \($0)" } ?? "is hidden" }
      let found = Attempt.number(on: badge!)
      expect(found == wanted, "\(when), the badge \(text(wanted))", saw: "it \(text(found))")
    }
    expectNumber(nil, "before an account has signed in")
    step("an account with 2 unread messages signs in and receives another one")
    let first = ChatAccount(unread: 2)
    session.account = first
    expectNumber(2, "after the account has signed in")
    first.unread = 3
    expectNumber(3, "after another message")
    step("the account signs out")
    session.account = nil
    expectNumber(nil, "after the account has signed out")
    step("a second account without unread messages signs in, and the first receives a message")
    session.account = ChatAccount(unread: 0)
    expectNumber(0, "after the second account has signed in")
    first.unread = 4
    expectNumber(0, "after a message for the first account")
    expectObserved(session, "the session")
    step("the badge is released, and the second account receives a message")
    let trace = Weak(badge)
    badge = nil
    expectGone(trace, "the badge")
    expect(session, hasRegistrations: 0, "the released badge leaves no registration")
    session.account?.unread = 1
    step("a badge is made while an account with 1 unread message is signed in")
    badge = Attempt.makeBadge(for: session)
    expectNumber(1, "with an account signed in")
    badge = nil
  }
}
