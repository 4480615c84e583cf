public import RawObserving

/// What the attempt at `endless-limit` gives to its check.
public protocol EndlessLimitExercise {
  associatedtype Limiter: KeyValueObject

  /// Makes an object that lowers every text size above 24 to 24.
  static func makeLimiter(for settings: Settings) -> Limiter
}

extension Exercise {
  static let endlessLimit = Exercise(
    "endless-limit", lesson: 7, "A callback that sets what it observes",
    failure: "the user chooses size 18: was made inside a callback, that inside another",
    hints: [
      "The limiter sets the text size in its callback. Which observers does this assignment call?",
      "An assignment is a change even if the value stays the same. When does the limiter have something to set?",
      "Set only a size that is too large: `if settings.textSize > 24 { settings.textSize = 24 }`.",
    ],
    proof: [
      "The user chose five sizes. Those above 24 became 24, and the others stayed.",
      "A limiter that answers each of its own assignments with another would never have stopped.",
    ])
}

extension Check {
  /// Chooses sizes below and above the limit, and releases the limiter.
  public func endlessLimit<Attempt: EndlessLimitExercise>(_ attempt: Attempt.Type) {
    let settings = Settings()
    let log = ChangeLog()
    settings.addObserver(log, forKeyPath: "textSize")
    step("the app makes the limiter")
    var limiter: Attempt.Limiter? = Attempt.makeLimiter(for: settings)
    for (chosen, kept) in [(18, 18), (30, 24), (24, 24), (12, 12), (50, 24)] {
      step("the user chooses size \(chosen)")
      let before = log.changes.count
      settings.textSize = chosen
      let heard = log.changes.count - before
      expect(
        settings.textSize == kept, "after the user has chosen \(chosen), the size is \(kept)",
        saw: "it is \(settings.textSize)")
      expect(heard <= 2, "another observer hears of 2 changes at most", saw: "it hears of \(heard)")
    }
    step("the app releases the limiter")
    let trace = Weak(limiter)
    limiter = nil
    expectGone(trace, "the limiter")
    expect(settings, hasRegistrations: 1, "the limiter leaves no registration beside that of the other observer")
    step("the user chooses size 30 without a limiter")
    settings.textSize = 30
    expect(settings.textSize == 30, "without a limiter, the size is 30", saw: "it is \(settings.textSize)")
    settings.removeObserver(log, forKeyPath: "textSize")
  }
}
