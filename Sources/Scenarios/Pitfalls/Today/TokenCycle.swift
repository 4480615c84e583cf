import Harness
import ManagedObserving
import Observation
import RawObserving

/// MOD-2: the owner keeps the token, the token keeps the closure, and the closure keeps the owner.
enum TokenCycle {
  static let pitfall = Pitfall(
    "MOD-2", "token-cycle", "A token's closure captures the token's owner",
    frequency: .daily, symptoms: [.neverFreed],
    change: .delete("self.show(clock.date)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view keeps its token, and the closure captures the view",
      .finds("the view is not freed until the token is cancelled"), wanted: "the view is freed", captured),
    .raw(
      "onChange captures the view that owns the clock", .finds("the view is not freed until the date changes"),
      wanted: "the view is freed", onMainActor(tracking)),
    .managed("the closure captures the view weakly", .finds("the view is freed"), weakly),
    .managed("onChange captures the view weakly", .finds("the view is freed"), onMainActor(trackingWeakly)),
  ]

  private final class ClockView: KeyValueObject {
    let story: Story
    private(set) var observation: ScopedObservation?

    init(_ story: Story) {
      self.story = story
    }

    private func show(_ date: Int) {
      story.say("the view shows \(date)")
    }

    // snippet.captured
    func watch(_ clock: Clock) {
      observation = kvoController.observe(clock, \.$date) { _, clock, _ in
        self.show(clock.date)
      }.scoped()
    }
    // snippet.end

    // snippet.weakly
    func watchWeakly(_ clock: Clock) {
      observation = kvoController.observe(clock, \.$date) { [weak self] _, clock, _ in
        self?.show(clock.date)
      }.scoped()
    }
    // snippet.end
  }

  private static func captured(_ story: Story) -> String {
    let clock = Clock()
    var view: ClockView! = ClockView(story)
    let probe = Probe(view)
    view.watch(clock)
    // Holds only the token, which retains no other object.
    let token = view.observation!.token
    story.say("the last owner releases the view")
    view = nil
    clock.date = 1
    let wasAlive = probe.isAlive
    token.cancel()
    return finding(wasAlive, until: "the token is cancelled", probe)
  }

  private static func weakly(_ story: Story) -> String {
    let clock = Clock()
    var view: ClockView! = ClockView(story)
    let probe = Probe(view)
    view.watchWeakly(clock)
    clock.date = 1
    story.say("the last owner releases the view")
    view = nil
    clock.date = 2
    return "the view is \(fate(probe))"
  }

  /// A view with its own clock.
  @MainActor
  private final class ClockScreen {
    let clock = ObservableClock()
    private(set) var calls = 0

    func track() {
      withObservationTracking {
        _ = clock.date
      } onChange: {
        Task { @MainActor in self.calls += 1 }
      }
    }

    func trackWeakly() {
      withObservationTracking {
        _ = clock.date
      } onChange: { [weak self] in
        Task { @MainActor in self?.calls += 1 }
      }
    }
  }

  @MainActor
  private static func tracking(_ story: Story) async -> String {
    var screen: ClockScreen! = ClockScreen()
    let probe = Probe(screen)
    weak let clock = screen.clock
    screen.track()
    story.say("the last owner releases the view")
    screen = nil
    let wasAlive = probe.isAlive
    clock?.date = 1
    await wait { !probe.isAlive }
    return finding(wasAlive, until: "the date changes", probe)
  }

  @MainActor
  private static func trackingWeakly(_ story: Story) -> String {
    var screen: ClockScreen! = ClockScreen()
    let probe = Probe(screen)
    screen.trackWeakly()
    story.say("the last owner releases the view")
    screen = nil
    return "the view is \(fate(probe))"
  }

  private static func finding(_ wasAlive: Bool, until event: String, _ probe: Probe) -> String {
    let fate = fate(probe)
    return "the view is \(wasAlive && fate == "freed" ? "not freed until \(event)" : fate)"
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "never freed: a leak" : "freed" }
}
