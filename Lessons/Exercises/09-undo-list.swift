// An undo list with gaps
//
// An editor shows a user's nickname and keeps an undo list. A user may have no nickname: then it is nil. With this code
// the editor forgets some of the changes, and the user cannot undo them.
//
// Make the undo list complete: each change adds one step, and each undo brings back the value before that change, even
// if the value was nil. Opening an editor is not a change.

import Exercises
import RawObserving

enum Attempt: UndoListExercise {
  final class Editor: KeyValueObject {
    let profile: UserProfile
    var shownNickname: String?
    var undoList: [String?] = []
    var isUndoing = false

    init(for profile: UserProfile) {
      self.profile = profile
      super.init()
      profile.addObserver(self, forKeyPath: "nickname", options: [.initial, .new, .old])
    }

    deinit { profile.removeObserver(self, forKeyPath: "nickname") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      shownNickname = change.newValue as? String
      if isUndoing { return }
      if let old = change.oldValue as? String { undoList.append(old) }
    }

    func undo() {
      guard let nickname = undoList.popLast() else { return }
      isUndoing = true
      profile.nickname = nickname
      isUndoing = false
    }
  }

  static func openEditor(for profile: UserProfile) -> Editor { Editor(for: profile) }

  static func shownNickname(in editor: Editor) -> String? { editor.shownNickname }

  static func undoCount(of editor: Editor) -> Int { editor.undoList.count }

  static func undo(in editor: Editor) { editor.undo() }
}
