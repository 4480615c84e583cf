public import RawObserving

/// What the attempt at `closed-document` gives to its check.
public protocol ClosedDocumentExercise {
  associatedtype Inspector: KeyValueObject

  /// Opens an inspector that shows the number of words of the document on the display.
  static func openInspector(for document: Document, on display: Display) -> Inspector
}

extension Exercise {
  static let closedDocument = Exercise(
    "closed-document", lesson: 4, "The observed object is released first",
    failure: "the window closes, and releases the document: an object is deallocated while it is observed",
    hints: [
      "Who refers to the document strongly, and what is left when the window releases it?",
      "Lesson 4 has a remedy by hand in which the document cannot be deallocated before its observer.",
      "Let the inspector retain the document: `let document: Document`, without `weak` and without the question marks, "
        + "and write `document.` instead of `document?.` in the deinit.",
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
    step("that document gets a word")
    document!.words = 1
    step("the window of that document closes")
    document = nil
    expectGone(traces.0, "the second document")
  }
}
