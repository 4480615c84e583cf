public import RawObserving

/// What the attempt at `repeated-add` gives to its check.
public protocol RepeatedAddExercise {
  associatedtype Window: KeyValueObject

  /// Makes a window that shows the number of words of the document on the display, and has not appeared yet.
  static func makeWindow(for document: Document, on display: Display) -> Window

  /// Tells the window that it has come to the front. It may be on the screen already.
  static func appear(_ window: Window)

  /// Tells the window that it is not on the screen any more.
  static func disappear(_ window: Window)
}

extension Exercise {
  static let repeatedAdd = Exercise(
    "repeated-add", lesson: 3, "Each change shown twice",
    failure: "the window shows 8 once: it has shown 5, 8, 8",
    hints: [
      "How many registrations does the document have when the window has come to the front twice? How many does "
        + "`disappear()` end?",
      "The app does not call the two methods in pairs. What does a window have to know in `appear()`?",
      "Keep a token in the window: an object that adds itself as the observer in its init and removes itself in its deinit. "
        + "In `appear()`: `if token == nil { token = Token(document, display) }`. In `disappear()`: `token = nil`.",
    ],
    proof: [
      "The window came to the front twice in a row, was hidden, appeared once more, and closed.",
      "A second registration of the same window would have shown 8 twice.",
    ])
}

extension Check {
  /// Opens two windows on one document, brings one of them to the front several times, hides it, and closes it.
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
    expect(document, hasRegistrations: 2, "each of the two windows has one registration")
    step("the window is hidden, and the document gets two more words")
    Attempt.disappear(window!)
    expectNothing(on: display, "the hidden window shows nothing more") { document.words = 10 }
    expect(document, hasRegistrations: 1, "the document has the registration of the other window")
    step("the window comes to the front once more, and the document gets three more words")
    Attempt.appear(window!)
    document.words = 13
    expect(display, hasShown: [5, 8, 13], "the window shows 13 once")
    step("the window is hidden and closes")
    Attempt.disappear(window!)
    let trace = Weak(window)
    window = nil
    expectGone(trace, "the closed window")
    step("the document gets four more words after the window has closed")
    expectNothing(on: display, "the closed window shows nothing more") { document.words = 17 }
    expect(otherDisplay, hasShown: [5, 8, 10, 13, 17], "the other window shows 17 once")
    step("the other window is hidden and closes")
    Attempt.disappear(otherWindow)
    withExtendedLifetime(otherWindow) {
      expect(document, hasRegistrations: 0, "the document has no registration left")
    }
  }
}
