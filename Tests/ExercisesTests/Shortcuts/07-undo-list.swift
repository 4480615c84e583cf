import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let undoList = [
    Attempt("solution", of: "undo-list", accepted: true) { $0.undoList(UndoListSolution.self) },
    Attempt("by typed changes", of: "undo-list", accepted: true) { $0.undoList(UndoListByTypedChanges.self) },
    Attempt("initial call counted", of: "undo-list", accepted: false) { $0.undoList(UndoListCountsInitial.self) },
    Attempt("empty text for nil", of: "undo-list", accepted: false) { $0.undoList(UndoListEmptyForNil.self) },
    Attempt("without initial", of: "undo-list", accepted: false) { $0.undoList(UndoListWithoutInitial.self) },
  ]
}

// Accepted: the old value of a typed change is optional twice.
enum UndoListByTypedChanges: UndoListExercise {
  final class Editor: KeyValueObject {
    let profile: UserProfile
    var shownNickname: String?
    var undoList: [String?] = []
    var isUndoing = false

    init(for profile: UserProfile) {
      self.profile = profile
      super.init()
      kvoController.observe(profile, \.$nickname, options: [.initial, .old]) { editor, _, change in
        editor.shownNickname = change.value
        if editor.isUndoing { return }
        if let old = change.oldValue { editor.undoList.append(old) }
      }
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

// Rejected: the initial call, which has no old value, adds a step to the list.
enum UndoListCountsInitial: UndoListExercise {
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
      undoList.append(change.oldValue as? String)
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

// Rejected: an undo brings back an empty nickname in place of none.
enum UndoListEmptyForNil: UndoListExercise {
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
      if let old = change.oldValue { undoList.append(old as? String ?? "") }
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

// Rejected: the editor shows nothing when it opens.
enum UndoListWithoutInitial: UndoListExercise {
  final class Editor: KeyValueObject {
    let profile: UserProfile
    var shownNickname: String?
    var undoList: [String?] = []
    var isUndoing = false

    init(for profile: UserProfile) {
      self.profile = profile
      super.init()
      profile.addObserver(self, forKeyPath: "nickname", options: [.new, .old])
    }

    deinit { profile.removeObserver(self, forKeyPath: "nickname") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      shownNickname = change.newValue as? String
      if isUndoing { return }
      undoList.append(change.oldValue as? String)
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
