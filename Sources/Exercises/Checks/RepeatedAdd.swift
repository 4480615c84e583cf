public import RawObserving

/// What the attempt at `repeated-add` gives to its check.
public protocol RepeatedAddExercise {
  associatedtype Window: KeyValueObject

  /// Makes a window that shows the number of words of the document on the display, and has not appeared yet.
  static func makeWindow(for document: Document, on display: Display) -> Window

  /// Tells the window that it has come to the front.
  static func appear(_ window: Window)
}

extension Exercise {
  static let repeatedAdd = Exercise(
    "repeated-add", lesson: 3, "The add that runs again",
    failure: "the window shows 8 once: it has shown 5, 8, 8",
    hints: [
      "How many registrations does the document have when the window has come to the front twice?",
      "Each window needs one add and one remove. Which of its methods runs once?",
      "Move the `addObserver` line from `appear()` to the end of `init`.",
    ],
    proof: [
      "The window came to the front three times, showed each number once, and closed.",
      "A second registration of the same window would have shown 8 twice.",
    ])
}

extension Check {
  /// Opens two windows on one document, brings one of them to the front several times, and closes it.
  public func repeatedAdd<Attempt: RepeatedAddExercise>(_ attempt: Attempt.Type) {
    let (document, display, otherDisplay) = (Document(), Display(), Display())
    step("two windows open on one document")
    var window: Attempt.Window? = Attempt.makeWindow(for: document, on: display)
    let otherWindow = Attempt.makeWindow(for: document, on: otherDisplay)
    Attempt.appear(window!)
    Attempt.appear(otherWindow)
    step("the document gets its fifth word")
    document.words = 5
    expect(display, hasShown: [5], "the window shows 5 once")
    expect(otherDisplay, hasShown: [5], "the other window shows 5 once")
    step("the window comes to the front again, and the document gets three more words")
    Attempt.appear(window!)
    document.words = 8
    expect(display, hasShown: [5, 8], "the window shows 8 once")
    expect(otherDisplay, hasShown: [5, 8], "the other window shows 8 once")
    guard display.history == [5, 8] else {
      // Registrations are left, and a document that is deallocated with one ends the process. The finding is enough.
      _ = Unmanaged.passRetained(document)
      return
    }
    step("the window comes to the front a third time, and closes")
    Attempt.appear(window!)
    let trace = Weak(window)
    window = nil
    expectGone(trace, "the closed window")
    step("the document gets four more words after the window has closed")
    expectNothing(on: display, "the closed window shows nothing more") { document.words = 12 }
    withExtendedLifetime(otherWindow) {
      expect(otherDisplay, hasShown: [5, 8, 12], "the other window shows 12 once")
    }
  }
}
