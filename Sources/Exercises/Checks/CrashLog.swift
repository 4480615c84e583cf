import RawObserving

/// What the attempt at `crash-log` gives to its check.
public protocol CrashLogExercise {
  associatedtype Window: AnyObject

  /// Opens a window with the document. In full screen it has no title bar.
  static func open(_ document: TextDocument, inFullScreen isFullScreen: Bool) -> Window

  /// The title that the window shows; empty if it has no title bar.
  static func title(of window: Window) -> String

  /// How many pages have been printed, as the window shows it.
  static func pages(of window: Window) -> Int

  /// The titles that the document has had before, the first one first.
  static func earlierTitles(in window: Window) -> [String]

  /// Forgets those titles, as the user asks for.
  static func clearEarlierTitles(in window: Window)

  /// Closes the window, which no longer shows the document then.
  static func close(_ window: Window)
}

extension Exercise {
  static let crashLog = Exercise(
    "crash-log", lesson: 4, "From the crash log to the mistake",
    failure: "a document is closed without a new title, and released: an object is deallocated while it is observed",
    hints: [
      "The log has one entry for the registration that is left. Two observers have its key path. Which of them has its "
        + "options?",
      "`Old: YES` is the history. Find the line that removes the history. When does this line not run, and when does the "
        + "line that adds the history not run?",
      "`close` removes the history only if it has kept titles. Delete this `if`, and always remove the history. The "
        + "title bar's `if` has to stay, because its add has the same condition.",
    ],
    proof: [
      "Documents were closed with and without a new title, with cleared titles, and in full screen.",
      "A title bar that is removed and was not added would have ended the process in full screen.",
    ])
}

extension Check {
  /// Opens documents, closes them with and without a new title and with the earlier titles cleared, and releases them.
  public func crashLog<Attempt: CrashLogExercise>(_ attempt: Attempt.Type) {
    step("a document is opened, renamed and printed")
    func expectTitle(_ wanted: String, of window: Attempt.Window) {
      let found = Attempt.title(of: window)
      expect(found == wanted, "the window shows \"\(wanted)\"", saw: "it shows \"\(found)\"")
    }
    func expectEarlier(_ wanted: [String], in window: Attempt.Window) {
      let found = Attempt.earlierTitles(in: window)
      expect(found == wanted, "the earlier titles are \(wanted)", saw: "they are \(found)")
    }
    var document: TextDocument? = TextDocument(title: "Letter")
    // Another part of the app observes the document too.
    let other = ChangeLog()
    document!.addObserver(other, forKeyPath: "title")
    let window = Attempt.open(document!, inFullScreen: false)
    document!.title = "Reply"
    document!.title = "Second reply"
    document!.printedPages = 2
    expectTitle("Second reply", of: window)
    expectEarlier(["Letter", "Reply"], in: window)
    let pages = Attempt.pages(of: window)
    expect(pages == 2, "the window shows 2 printed pages", saw: "it shows \(pages)")
    step("the document is closed and released")
    Attempt.close(window)
    expect(
      document!, hasRegistrations: 1, "the closed window leaves the registration of another observer, and no other")
    if document!.liveRegistrations == 1 { document!.removeObserver(other, forKeyPath: "title") }
    let trace = Weak(document)
    document = nil
    expectGone(trace, "the renamed document")
    step("a document is opened in full screen, renamed, closed and released")
    document = TextDocument(title: "Poster")
    let wide = Attempt.open(document!, inFullScreen: true)
    document!.title = "Large poster"
    expectTitle("", of: wide)
    expectEarlier(["Poster"], in: wide)
    Attempt.close(wide)
    let traceOfWide = Weak(document)
    document = nil
    expectGone(traceOfWide, "the document in full screen")
    step("a document is closed without a new title, and released")
    document = TextDocument(title: "Report")
    let plain = Attempt.open(document!, inFullScreen: false)
    expectTitle("Report", of: plain)
    expectEarlier([], in: plain)
    Attempt.close(plain)
    let traceOfOther = Weak(document)
    document = nil
    expectGone(traceOfOther, "the document without a new title")
    step("a document is renamed, the earlier titles are cleared, and it is closed and released")
    document = TextDocument(title: "Draft")
    let cleared = Attempt.open(document!, inFullScreen: true)
    document!.title = "Invitation"
    expectEarlier(["Draft"], in: cleared)
    Attempt.clearEarlierTitles(in: cleared)
    expectEarlier([], in: cleared)
    Attempt.close(cleared)
    let traceOfCleared = Weak(document)
    document = nil
    expectGone(traceOfCleared, "the document whose earlier titles were cleared")
    step("a document is opened in full screen, closed without a new title, and released")
    document = TextDocument(title: "Plan")
    Attempt.close(Attempt.open(document!, inFullScreen: true))
    let traceOfPlan = Weak(document)
    document = nil
    expectGone(traceOfPlan, "the document in full screen without a new title")
    step("a document is renamed again after the earlier titles were cleared")
    let renamed = TextDocument(title: "Draft")
    let last = Attempt.open(renamed, inFullScreen: false)
    renamed.title = "Invitation"
    Attempt.clearEarlierTitles(in: last)
    renamed.title = "Second invitation"
    expectEarlier(["Invitation"], in: last)
    Attempt.close(last)
  }
}
