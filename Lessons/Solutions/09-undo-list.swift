// An old value that is nil arrives as a null object, and the cast to String makes nil of it.
// The initial call has no old value at all. There `change.oldValue` itself is nil, and nothing is to be undone.
// So the code asks first whether the old value is there, and only then which string it is.

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
      if let old = change.oldValue { undoList.append(old as? String) }
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
