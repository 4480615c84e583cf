public import RawObserving

/// What the attempt at `final-project` gives to its check.
public protocol FinalProjectExercise {
  associatedtype Window: KeyValueObject

  /// Opens a window that shows the folder.
  static func openWindow(for folder: MailFolder) -> Window

  /// Shows another folder in the window, or a folder in a window that is closed.
  static func show(_ folder: MailFolder, in window: Window)

  /// Closes the window. It may be closed already.
  static func close(_ window: Window)

  /// The title: the name of the folder, or `Untitled`.
  static func title(of window: Window) -> String

  /// The number on the badge.
  static func badge(of window: Window) -> Int

  /// How many times the badge has been drawn.
  static func badgeDrawings(of window: Window) -> Int

  /// The subjects that the window lists.
  static func rows(of window: Window) -> [String]
}

extension Exercise {
  static let finalProject = Exercise(
    "final-project", lesson: 19, "Final project: six faults in one window",
    failure: "when a mail arrives, the badge is drawn once: it is drawn 2 times",
    hints: [
      "The check stops at the first fault, and each step has its own. Read which step it is in, and read only the code "
        + "that runs in this step. Each further hint is about one step.",
      "Step 1: how many registrations for \"unread\" does the folder have once the window is open?",
      "Step 2: a name that is nil arrives as `KeyValueNull.null`. Does `??` replace that?",
      "Step 3: an insertion carries only the new subjects. Which object has all of them?",
      "Step 4: `close()` should undo all that `show(_:)` does. Compare the two line by line.",
      "Step 5: which folder does a second `close()` remove the window from?",
      "Step 6: which code runs when a window is deallocated that was not closed?",
    ],
    proof: [
      "The window went through six steps, and no folder had an observer left at the end.",
      "Each of the six faults would have stopped the check in a step of its own.",
    ])
}

extension Check {
  /// Takes a window through six steps, and stops at the first that finds a fault.
  public func finalProject<Attempt: FinalProjectExercise>(_ attempt: Attempt.Type) {
    step("1: a window opens, and a mail arrives")
    // Never released, so that a fault of a later step does not end the process in an earlier one.
    func kept<Object: AnyObject>(_ object: Object) -> Object { Unmanaged.passRetained(object).takeUnretainedValue() }
    let (first, second) = (kept(MailFolder(name: "Inbox")), kept(MailFolder(name: "Drafts")))
    let window = kept(Attempt.openWindow(for: first))
    // Another part of the app observes the folder too.
    let other = kept(ChangeLog())
    first.addObserver(other, forKeyPath: "unread")
    func finds(_ isRight: Bool, _ wanted: String, saw: String) -> Bool {
      expect(isRight, wanted, saw: saw)
      return isRight
    }
    func findsRows(_ wanted: [String], _ when: String) -> Bool {
      let found = Attempt.rows(of: window)
      return finds(found == wanted, "\(when), the window lists \(wanted)", saw: "it lists \(found)")
    }
    func findsTitle(_ wanted: String, _ when: String) -> Bool {
      let found = Attempt.title(of: window)
      return finds(found == wanted, "\(when), the title is \"\(wanted)\"", saw: "it is \"\(found)\"")
    }
    func findsBadge(_ wanted: Int, _ when: String, _ change: () -> Void) -> Bool {
      let before = Attempt.badgeDrawings(of: window)
      change()
      let (badge, count) = (Attempt.badge(of: window), Attempt.badgeDrawings(of: window) - before)
      return finds(count == 1, "\(when), the badge is drawn once", saw: "it is drawn \(times(count))")
        && finds(badge == wanted, "\(when), the badge shows \(wanted)", saw: "it shows \(badge)")
    }
    func findsFree(_ folder: MailFolder, _ what: String) -> Bool {
      let left = folder.liveRegistrations
      return finds(left == 0, "\(what) has no observer", saw: "it has \(left)")
    }
    func findsBoth() -> Bool {
      let before = Attempt.badgeDrawings(of: window)
      (first.unread, first.unread) = (5, 1)
      let count = Attempt.badgeDrawings(of: window) - before
      return finds(
        count == 2, "when a mail arrives and is read, the badge is drawn twice", saw: "it is drawn \(times(count))")
    }
    guard findsTitle("Inbox", "at first"), findsBadge(1, "when a mail arrives", { first.unread = 1 }), findsBoth(),
      finds(first.liveRegistrations > 1, "the folder is observed", saw: "it has 0 registrations")
    else { return }

    step("2: the folder loses its name and gets another one")
    first.name = nil
    guard findsTitle("Untitled", "without a name") else { return }
    first.name = "Work"
    guard findsTitle("Work", "with a new name") else { return }

    step("3: subjects come and go one by one")
    let subjects = first.mutableArray(\.$subjects)
    for subject in ["Hello", "Lunch", "Invoice"] { subjects.append(subject) }
    guard findsRows(["Hello", "Lunch", "Invoice"], "after 3 insertions") else { return }
    subjects.remove(at: 1)
    guard findsRows(["Hello", "Invoice"], "after a removal") else { return }
    first.subjects = ["Welcome"]
    guard findsRows(["Welcome"], "after the whole list is set") else { return }

    step("4: the window shows another folder")
    second.subjects = ["Letter"]
    Attempt.show(second, in: window)
    first.subjects.append("Not shown")
    guard findsTitle("Drafts", "with the second folder"), findsRows(["Letter"], "with the second folder"),
      finds(
        first.liveRegistrations == 1, "the first folder has the other observer only",
        saw: "it has \(first.liveRegistrations)"),
      findsBadge(4, "when four mails arrive", { second.unread = 4 })
    else { return }

    step("5: the window is closed twice, and opened again")
    Attempt.close(window)
    Attempt.close(window)
    guard findsFree(second, "the folder of the closed window") else { return }
    Attempt.show(first, in: window)
    guard findsRows(["Welcome", "Not shown"], "after it is opened again"),
      findsBadge(2, "when another mail arrives", { first.unread = 2 })
    else { return }

    step("6: a window is released without being closed, and its folder changes")
    var last: Attempt.Window? = Attempt.openWindow(for: second)
    let trace = Weak(last)
    last = nil
    expectGone(trace, "the window")
    second.unread = 5
    _ = findsFree(second, "the folder of the released window")
  }
}
