import Harness
import Observation

/// MOD-10: a tracker cannot be removed, so trackers accumulate.
enum PiledTrackers {
  static let pitfall = Pitfall(
    "MOD-10", "piled-trackers", "A second tracker is added while the first still waits",
    frequency: .sometimes, symptoms: [.calledTwice, .neverFreed],
    change: .delete("if isTracking { return }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "tracked in a method that runs several times", .finds("the view is called 3 times for 1 change"),
      wanted: "the view is called 1 time for 1 change",
      onMainActor { appearThreeTimes($0) { $0.track() } }),
    .raw(
      "the same, and the view is released", .finds("the view is freed, and leaves 3 trackers, 0 after a change"),
      wanted: "the view is freed, and leaves 0 trackers, 0 after a change",
      onMainActor { goAfterwards($0) { $0.track() } }),
    .managed(
      "one tracker for the view", .finds("the view is called 1 time for 1 change"),
      onMainActor { appearThreeTimes($0) { $0.trackOnce() } }),
    .managed(
      "the same, and the view is released", .finds("the view is freed, and leaves 1 tracker, 0 after a change"),
      onMainActor { goAfterwards($0) { $0.trackOnce() } }),
  ]

  /// Held by a tracker while it waits, so that the story can count the trackers that are left.
  private final class Held: Sendable {}

  @MainActor
  private final class ClockView {
    private let clock: ObservableClock
    private let story: Story
    private(set) var calls = 0
    private(set) var held: [Probe] = []
    private var isTracking = false

    init(_ clock: ObservableClock, _ story: Story) {
      self.clock = clock
      self.story = story
    }

    private func hold() -> Held {
      let object = Held()
      held.append(Probe(object))
      return object
    }

    // snippet.track
    func track() {
      withObservationTracking {
        _ = clock.date
      } onChange: { [weak self, held = hold()] in
        _ = held
        MainActor.assumeIsolated { self?.dateWillChange() }
      }
    }
    // snippet.end

    // snippet.track-once
    func trackOnce() {
      if isTracking { return }
      isTracking = true
      track()
    }

    private func dateWillChange() {
      isTracking = false
      calls += 1
      story.say("the view is called")
    }
    // snippet.end
  }

  @MainActor
  private static func appearThreeTimes(_ story: Story, _ appear: (ClockView) -> Void) -> String {
    let clock = ObservableClock()
    let view = ClockView(clock, story)
    for _ in 1...3 {
      story.say("the view appears")
      appear(view)
    }
    story.say("the date is set to 1")
    clock.date = 1
    return "the view is called \(times(view.calls)) for 1 change"
  }

  @MainActor
  private static func goAfterwards(_ story: Story, _ appear: (ClockView) -> Void) -> String {
    let clock = ObservableClock()
    var view: ClockView! = ClockView(clock, story)
    let probe = Probe(view)
    for _ in 1...3 {
      story.say("the view appears")
      appear(view)
    }
    let held = view.held
    story.say("the last owner releases the view")
    view = nil
    let waiting = held.count { $0.isAlive }
    story.say("the date is set to 1")
    clock.date = 1
    let left = held.count { $0.isAlive }
    let fate = probe.fate
    return "the view is \(fate), and leaves \(plural(waiting, "tracker")), \(left) after a change"
  }
}
