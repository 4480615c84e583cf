import ManagedObserving
import RawObserving

/// MOD-1: an observation that ends with its token ends at once if the token is not stored.
enum DroppedToken {
  static let pitfall = Pitfall(
    "MOD-1", "dropped-token", "An observation lasts as long as its token, and the token is not stored",
    lesson: .movingOn, symptoms: [.noLongerCalled],
    why: "A scoped token ends its observation when it is deallocated. A token in a local variable is deallocated "
      + "when the function returns.",
    fix: "Store the token in a property of the observer, or use an observation that does not depend on its token.",
    prediction: Prediction(
      "A view calls a function that observes a clock and asks for the initial value. The function keeps the scoped "
        + "token in a local variable. After the function has returned, the date is set twice. How many times is the "
        + "view called?",
      .wrong(
        "Three: the initial one, and one for each assignment.",
        "A plain `observe` works this way, because you may discard its token. A scoped token ends the observation "
          + "when it is deallocated."),
      .wrong(
        "None.",
        "The observation is over before the first assignment. But the initial call came earlier, while the function was "
          + "still running."),
      .right(
        "One: the initial one.",
        "The initial call comes inside the function. The token is deallocated when the function returns, which "
          + "ends the observation."),
      .wrong(
        "Two: the token's last call comes with the first assignment.",
        "A tracker of `withObservationTracking` does stay until the next change. A token ends its observation at once, "
          + "so the assignments make no call.")),
    acts: [
      .raw(
        "the token is a local variable", .finds("the view is called 1 time at once, then hears 0 of 2 changes"),
        wanted: "the view is called 1 time at once, then hears 2 of 2 changes", dropped),
      .managed(
        "the view keeps the token", .finds("the view is called 1 time at once, then hears 2 of 2 changes"), kept),
      .managed(
        "the observation does not depend on its token",
        .finds("the view is called 1 time at once, then hears 2 of 2 changes"), independent),
    ])

  private final class ClockView: KeyValueObject {
    let story: Story
    private(set) var calls = 0
    private var observation: ScopedObservation?

    init(_ story: Story) {
      self.story = story
    }

    private func show(_ date: Int) {
      calls += 1
      story.say("the view shows \(date)")
    }

    // snippet.dropped
    func watchForAMoment(_ clock: Clock) {
      let observation = kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }.scoped()
      withExtendedLifetime(observation) { story.say("the function returns") }
    }
    // snippet.end

    // snippet.kept
    func watch(_ clock: Clock) {
      observation = kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }.scoped()
    }
    // snippet.end

    // snippet.independent
    func watchForLife(_ clock: Clock) {
      kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }
    }
    // snippet.end
  }

  private static func dropped(_ story: Story) -> String {
    finding(story) { view, clock in view.watchForAMoment(clock) }
  }

  private static func kept(_ story: Story) -> String {
    finding(story) { view, clock in view.watch(clock) }
  }

  private static func independent(_ story: Story) -> String {
    finding(story) { view, clock in view.watchForLife(clock) }
  }

  private static func finding(_ story: Story, _ watch: (ClockView, Clock) -> Void) -> String {
    let (clock, view) = (Clock(), ClockView(story))
    watch(view, clock)
    let atOnce = view.calls
    story.say("the clock is set twice")
    for date in 1...2 { clock.date = date }
    return "the view is called \(times(atOnce)) at once, then hears \(view.calls - atOnce) of 2 changes"
  }
}
