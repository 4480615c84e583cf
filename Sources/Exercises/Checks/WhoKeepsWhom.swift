public import RawObserving

/// What the attempt at `who-keeps-whom` gives to its check.
public protocol WhoKeepsWhomExercise {
  associatedtype Inspector: KeyValueObject
  associatedtype PrintJob: KeyValueObject

  /// Opens an inspector for a document, which the application closes when the user is done with it.
  static func openInspector(for document: TextDocument) -> Inspector

  /// The title that the inspector shows.
  static func title(in inspector: Inspector) -> String

  /// Starts to print a copy of a document. Only the job keeps the copy.
  static func print(_ copy: TextDocument) -> PrintJob

  /// How many pages the job has seen printed.
  static func pages(of job: PrintJob) -> Int
}

extension Exercise {
  static let whoKeepsWhom = Exercise(
    "who-keeps-whom", lesson: 13, "Choose what a controller retains",
    failure: "the closed document is deallocated: the closed document is still in memory",
    hints: [
      "Which of the two observers needs to keep what it observes, and which one must not?",
      "`kvoController` retains what it observes. `kvoControllerNonRetaining` does not, but what it observes must live "
        + "longer. There is a third controller.",
      "The inspector observes through `kvoControllerLifetimeBound`, and the print job through `kvoController`.",
    ],
    proof: [
      "A document was deallocated before its inspector, and a copy lived as long as its print job.",
      "An inspector that retains its document fails, and so does a print job that lets its copy go.",
    ])
}

extension Check {
  /// Closes documents that inspectors show, and prints a copy.
  public func whoKeepsWhom<Attempt: WhoKeepsWhomExercise>(_ attempt: Attempt.Type) {
    step("a document is open in an inspector and gets another title")
    func expectTitle(_ wanted: String, in inspector: Attempt.Inspector) {
      let found = Attempt.title(in: inspector)
      expect(found == wanted, "the inspector shows \"\(wanted)\"", saw: "it shows \"\(found)\"")
    }
    var document: TextDocument? = TextDocument(title: "Letter")
    var inspector: Attempt.Inspector? = Attempt.openInspector(for: document!)
    expectTitle("Letter", in: inspector!)
    document!.title = "Reply"
    expectTitle("Reply", in: inspector!)
    step("the document is closed before its inspector")
    let closed = Weak(document)
    document = nil
    expectGone(closed, "the closed document")
    step("an inspector is closed before its document")
    let other = TextDocument(title: "Report")
    inspector = Attempt.openInspector(for: other)
    expectObserved(other, "the document in the inspector")
    let trace = Weak(inspector)
    inspector = nil
    expectGone(trace, "the inspector")
    expect(other, hasRegistrations: 0, "the closed inspector leaves no registration")
    other.title = "Final report"
    step("a copy is printed")
    var copy: TextDocument? = TextDocument(title: "Copy of Report")
    var job: Attempt.PrintJob? = Attempt.print(copy!)
    let printed = Weak(copy)
    copy = nil
    expectAlive(printed, "the copy that is printed")
    step("the printer has printed 2 pages, and then 3 more")
    (printed.object as? TextDocument)?.printedPages = 2
    (printed.object as? TextDocument)?.printedPages = 5
    let pages = job.map { Attempt.pages(of: $0) } ?? 0
    expect(pages == 5, "the job has seen 5 pages", saw: "it has seen \(pages)")
    if let copy = printed.object as? TextDocument { expectObserved(copy, "the copy that is printed") }
    step("the job is released")
    job = nil
    expectGone(printed, "the copy")
  }
}
