import Harness
import ManagedObserving
import RawObserving

/// MOD-1: an observation that ends with its token ends at once if the token is not stored.
enum DroppedToken {
  static let pitfall = Pitfall(
    "MOD-1", "dropped-token", "An observation lasts as long as its token, and the token is not stored",
    frequency: .daily, symptoms: [.noLongerCalled],
    change: .double("for date in 1...2 { clock.date = date }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the token is a local variable", .finds("the view is called 1 time at once, then hears 0 of 2 changes"),
      wanted: "the view is called 1 time at once, then hears 2 of 2 changes", dropped),
    .managed("the view keeps the token", .finds("the view is called 1 time at once, then hears 2 of 2 changes"), kept),
    .managed(
      "the observation does not depend on its token",
      .finds("the view is called 1 time at once, then hears 2 of 2 changes"), independent),
    .managed(
      "the token is assigned again, for another clock",
      .finds("the view hears 0 changes of the first clock, and 1 of the second"), assignedAgain),
  ]

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
    func watchWithLocalToken(_ clock: Clock) {
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

    // snippet.asked
    func watchWithoutScope(_ clock: Clock) {
      kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }
    }
    // snippet.end
  }

  private static func dropped(_ story: Story) -> String {
    finding(story) { view, clock in view.watchWithLocalToken(clock) }
  }

  private static func kept(_ story: Story) -> String {
    finding(story) { view, clock in view.watch(clock) }
  }

  private static func independent(_ story: Story) -> String {
    finding(story) { view, clock in view.watchWithoutScope(clock) }
  }

  private static func assignedAgain(_ story: Story) -> String {
    let (first, second, view) = (Clock(), Clock(), ClockView(story))
    view.watch(first)
    view.watch(second)
    let before = view.calls
    story.say("both clocks are set")
    first.date = 1
    let ofFirst = view.calls - before
    second.date = 2
    return "the view hears \(ofFirst) changes of the first clock, and \(view.calls - before - ofFirst) of the second"
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
