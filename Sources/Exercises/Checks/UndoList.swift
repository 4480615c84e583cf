public import RawObserving

/// What the attempt at `undo-list` gives to its check.
public protocol UndoListExercise {
  associatedtype Editor: KeyValueObject

  /// Opens an editor for the profile.
  static func openEditor(for profile: UserProfile) -> Editor

  /// The nickname that the editor shows; nil if it shows none.
  static func shownNickname(in editor: Editor) -> String?

  /// How many changes the editor can undo.
  static func undoCount(of editor: Editor) -> Int

  /// Undoes the latest change that has not been undone, if there is one.
  static func undo(in editor: Editor)
}

extension Exercise {
  static let undoList = Exercise(
    "undo-list", lesson: 9, "An undo list with gaps",
    failure: "after the first nickname is set, 1 change can be undone: 0 can be undone",
    hints: [
      "Print each change in `observeValue`. What is the old value when the profile had no nickname?",
      "A nil value arrives as `KeyValueNull.null`. An old value that is not there is nil: the initial call has none. "
        + "The cast `as? String` makes nil of both.",
      "Ask first whether the old value is there, then what it is: "
        + "`if let old = change.oldValue { undoList.append(old as? String) }`.",
    ],
    proof: [
      "Three changes were undone, and two of them led back to no nickname.",
      "An editor that takes nil for an old value that is not there would have left those two out.",
    ])
}

extension Check {
  /// Sets and deletes a nickname, undoes everything, and opens a second editor.
  public func undoList<Attempt: UndoListExercise>(_ attempt: Attempt.Type) {
    step("an editor opens for a profile without a nickname")
    let profile = UserProfile()
    let editor = Attempt.openEditor(for: profile)
    func expectUndoable(_ count: Int, _ when: String) {
      let found = Attempt.undoCount(of: editor)
      let noun = count == 1 ? "1 change" : "\(count) changes"
      expect(found == count, "\(when), \(noun) can be undone", saw: "\(found) can be undone")
    }
    func expectNickname(_ found: String?, _ wanted: String?, _ what: String) {
      func text(_ name: String?) -> String { name.map { "\"\($0)\"" } ?? "nil" }
      expect(found == wanted, "\(what) \(text(wanted))", saw: "\(what) \(text(found))")
    }
    expectUndoable(0, "before the first edit")
    step("the nickname is set to Ada, deleted, and set to Grace")
    profile.nickname = "Ada"
    expectUndoable(1, "after the first nickname is set")
    profile.nickname = nil
    expectUndoable(2, "after the nickname is deleted")
    expectNickname(Attempt.shownNickname(in: editor), nil, "the editor shows")
    profile.nickname = "Grace"
    expectUndoable(3, "after the second nickname is set")
    expectNickname(Attempt.shownNickname(in: editor), "Grace", "the editor shows")
    step("every change is undone")
    for (which, wanted, left) in [("first", nil, 2), ("second", "Ada", 1), ("third", nil, 0)] {
      Attempt.undo(in: editor)
      expectNickname(profile.nickname, wanted, "after the \(which) undo, the nickname is")
      expectUndoable(left, "after the \(which) undo")
    }
    step("the user asks for one more undo, although there is nothing to undo")
    Attempt.undo(in: editor)
    expectNickname(profile.nickname, nil, "the nickname is")
    step("an editor opens, and the nickname is set, deleted and set before anything is asked")
    let busy = UserProfile()
    var unseen: Attempt.Editor? = Attempt.openEditor(for: busy)
    (busy.nickname, busy.nickname, busy.nickname) = ("Ada", nil, "Grace")
    let changes = Attempt.undoCount(of: unseen!)
    expect(changes == 3, "3 changes can be undone", saw: "\(changes) can be undone")
    step("that editor is closed")
    let trace = Weak(unseen)
    unseen = nil
    expectGone(trace, "the closed editor")
    step("an editor opens for a profile with a nickname")
    let other = Attempt.openEditor(for: UserProfile(nickname: "Ada"))
    expectNickname(Attempt.shownNickname(in: other), "Ada", "the editor shows")
    let count = Attempt.undoCount(of: other)
    expect(count == 0, "before the first edit, 0 changes can be undone", saw: "\(count) can be undone")
  }
}
