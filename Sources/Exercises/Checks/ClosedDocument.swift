public import RawObserving

/// What the attempt at `closed-document` gives to its check.
public protocol ClosedDocumentExercise {
  associatedtype Inspector: KeyValueObject

  /// Opens an inspector that shows the number of words of the document on the display.
  static func openInspector(for document: Document, on display: Display) -> Inspector
}

extension Exercise {
  static let closedDocument = Exercise(
    "closed-document", lesson: 4, "An inspector that outlives its window",
    failure: "the window closes, and releases the document: an object is deallocated while it is observed",
    hints: [
      "Who refers to the document strongly, and what is left when the window releases it?",
      "Lesson 4 has a remedy by hand in which the document cannot be deallocated before its observer.",
      "Let the inspector retain the document: `let document: Document`, without `weak` and without the question marks, "
        + "and write `document.` instead of `document?.` in the deinit.",
    ],
    proof: [
      "One window closed before its inspector and one after it, and both documents were deallocated.",
      "A document that is deallocated while it is observed would have ended the process.",
    ])

  static let closedDocumentHarder = closedDocument.harder(
    "The document goes first",
    task: "The inspector must not keep the document: when its window closes, the document is deallocated, even if the "
      + "inspector stays open.",
    explainedIn: 14,
    failure: "the closed document is deallocated: the closed document is still in memory",
    hints: [
      "The inspector must not retain the document, and its weak reference is nil too early. Who is there at the right "
        + "moment, and still has the document?",
      "The observed object's own deinit has to end the observation. One kind of controller does that; lesson 14 "
        + "explains it.",
      "`kvoControllerLifetimeBound.observe(document, \\.$words) { inspector, document, _ in "
        + "inspector.display.show(document.words) }`, with no property for the document, and no deinit.",
    ],
    proof: [
      "A document was deallocated while two inspectors were open, and one that had closed left nothing.",
      "An inspector that retains its document fails. A registration that is left ends the process.",
    ])
}

extension Check {
  /// Closes a document's window before its inspector, and another inspector before its document's window.
  public func closedDocument<Attempt: ClosedDocumentExercise>(_ attempt: Attempt.Type) {
    var document: Document? = Document()
    let display = Display()
    step("the inspector opens")
    var inspector: Attempt.Inspector? = Attempt.openInspector(for: document!, on: display)
    var traces = (Weak(document), Weak(inspector))
    step("the document gets its fifth word")
    document!.words = 5
    expect(display, shows: 5, "the inspector")
    step("the document gets three more words")
    document!.words = 8
    expect(display, shows: 8, "the inspector")
    step("the window closes, and releases the document")
    document = nil
    expectAlive(traces.1, "the inspector")
    step("the inspector closes too")
    inspector = nil
    expectGone(traces.1, "the closed inspector")
    expectGone(traces.0, "the document")

    document = Document()
    inspector = Attempt.openInspector(for: document!, on: Display())
    traces = (Weak(document), Weak(inspector))
    step("another document's inspector closes before its window")
    inspector = nil
    expectGone(traces.1, "the second inspector")
    expect(document!, hasRegistrations: 0, "the closed inspector leaves no registration")
    step("that document gets a word")
    document!.words = 1
    step("the window of that document closes")
    document = nil
    expectGone(traces.0, "the second document")
  }
}

extension Check {
  /// Closes a document's window while two inspectors are open, and an inspector while its document is open.
  public func closedDocumentHarder<Attempt: ClosedDocumentExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.closedDocument(attempt) }) else { return }
    let (display, otherDisplay) = (Display(), Display())
    step("harder: two inspectors are open, and the window closes")
    var document: Document? = Document()
    var inspector: Attempt.Inspector? = Attempt.openInspector(for: document!, on: display)
    let other = Attempt.openInspector(for: document!, on: otherDisplay)
    document!.words = 5
    expect(display, shows: 5, "the inspector")
    expect(otherDisplay, shows: 5, "the other inspector")
    let trace = Weak(document)
    document = nil
    expectGone(trace, "the closed document")
    step("harder: an inspector closes after its document")
    let traceOfInspector = Weak(inspector)
    inspector = nil
    expectGone(traceOfInspector, "the closed inspector")
    withExtendedLifetime(other) { expect(otherDisplay, shows: 5, "the inspector that is open") }
    step("harder: an inspector closes before its document, which gets another word")
    let later = Document()
    inspector = Attempt.openInspector(for: later, on: display)
    later.words = 7
    expect(display, shows: 7, "the inspector")
    inspector = nil
    expect(later, hasRegistrations: 0, "the closed inspector leaves no registration")
    expectNothing(on: display, "the closed inspector shows nothing more") { later.words = 8 }
  }
}
