public import RawObserving

/// What the attempt at `first-value` gives to its check.
public protocol FirstValueExercise {
  associatedtype Label: KeyValueObject

  /// Opens a label that shows the text size of the settings on the display.
  static func openLabel(for settings: Settings, on display: Display) -> Label
}

extension Exercise {
  static let firstValue = Exercise(
    "first-value", lesson: 2, "The value that is there already",
    failure: "when the screen opens, the label shows 17: it shows nothing",
    hints: [
      "The size was chosen before the screen opened. Which later change would call the label?",
      "The view of lesson 1 is called once at the start. Which option asks for that? Lesson 2 says what `.new` is for.",
      "Add with `options: [.initial, .new]`. Without `.new` the change has no value in it.",
    ],
    proof: [
      "Both labels showed the size from before they opened, and each later size once.",
      "A label that shows its first size twice fails, and so does one that waits for the next change.",
    ])
}

extension Check {
  /// Opens a settings screen twice, after two choices of the size, and chooses a third size.
  public func firstValue<Attempt: FirstValueExercise>(_ attempt: Attempt.Type) {
    let (settings, display, laterDisplay) = (Settings(), Display(), Display())
    settings.textSize = 17
    step("the settings screen opens at size 17")
    var label: Attempt.Label? = Attempt.openLabel(for: settings, on: display)
    expect(display, shows: 17, "when the screen opens, the label")
    step("the user chooses size 19")
    settings.textSize = 19
    step("a second settings screen opens at size 19")
    let laterLabel = Attempt.openLabel(for: settings, on: laterDisplay)
    expect(laterDisplay, shows: 19, "when the second screen opens, its label")
    step("the user chooses size 21")
    settings.textSize = 21
    expect(display, hasShown: [17, 19, 21], "the label has shown 17, 19 and 21, each once")
    expect(laterDisplay, hasShown: [19, 21], "the second label has shown 19 and 21, each once")
    step("the first screen closes")
    let trace = Weak(label)
    label = nil
    expectGone(trace, "the first label")
    step("the user chooses size 23 after the first screen has closed")
    expect(settings, hasRegistrations: 1, "only the second label is registered")
    expectNothing(on: display, "the closed label shows nothing more") { settings.textSize = 23 }
    withExtendedLifetime(laterLabel) { expect(laterDisplay, shows: 23, "the second label") }
  }
}
