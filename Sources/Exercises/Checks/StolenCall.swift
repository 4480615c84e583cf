public import RawObserving

/// What the attempt at `stolen-call` gives to its check.
public protocol StolenCallExercise {
  associatedtype Window: KeyValueObject

  /// Opens a window that shows how many words the document has, and how many of 100 are left.
  static func openWindow(for document: Document, words: Display, left: Display) -> Window
}

extension Exercise {
  static let stolenCall = Exercise(
    "stolen-call", lesson: 8, "A superclass and a subclass observe one property",
    failure: "the display of the words shows 5: it shows nothing",
    hints: [
      "Two registrations call one method of one object. Which class's `observeValue` runs first, and for which calls?",
      "The key path is the same in both registrations. The context is not.",
      "In the subclass, write `guard context == leftContext` instead of `guard keyPath == \"words\"`.",
    ],
    proof: [
      "After each change both displays showed their number once, and the closed window was deallocated.",
      "A subclass that compares the key path would have taken its superclass's calls.",
    ])
}

extension Check {
  /// Types into a document that has a window with two displays, and closes the window.
  public func stolenCall<Attempt: StolenCallExercise>(_ attempt: Attempt.Type) {
    let (document, words, left) = (Document(), Display(), Display())
    step("the window opens")
    var window: Attempt.Window? = Attempt.openWindow(for: document, words: words, left: left)
    step("the document gets its fifth word")
    document.words = 5
    expect(words, shows: 5, "the display of the words")
    expect(left, shows: 95, "the display of the words left")
    step("the document gets three more words")
    document.words = 8
    expect(words, hasShown: [5, 8], "the display of the words has shown 5 and 8, each once")
    expect(left, hasShown: [95, 92], "the display of the words left has shown 95 and 92, each once")
    expect(document, hasRegistrations: 2, "each of the two classes has its registration")
    step("the document is set to eight words again")
    document.words = 8
    expect(words, hasShown: [5, 8, 8], "the display of the words shows 8 once more")
    expect(left, hasShown: [95, 92, 92], "the display of the words left shows 92 once more")
    step("the window closes")
    let trace = Weak(window)
    window = nil
    expectGone(trace, "the closed window")
    step("the document gets a word after the window has closed")
    expectNothing(on: words, "the closed window shows nothing more") { document.words = 9 }
  }
}
