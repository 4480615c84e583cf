import Harness
import Observation
import RawObserving

/// MOD-5: `onChange` is called for the first change, and then never again.
enum FiresOnce {
  static let pitfall = Pitfall(
    "MOD-5", "fires-once", "withObservationTracking is mistaken for a subscription",
    frequency: .sometimes, symptoms: [.noLongerCalled],
    change: .double("Task { @MainActor [weak self] in self?.watch() }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "tracked once", .finds("onChange is called 1 time for 3 sets"), wanted: "onChange is called 3 times for 3 sets",
      onMainActor(tracked)),
    .managed("tracked again after each call", .finds("the view shows 0, 1, 2, 3 for 3 sets"), onMainActor(again)),
  ]

  @MainActor
  private static func tracked(_ story: Story) -> String {
    let calls = Locked(0)
    let called: @Sendable () -> Void = {
      calls.withLock { $0 += 1 }
      story.say("onChange is called")
    }
    // snippet.once
    let clock = ObservableClock()
    withObservationTracking {
      story.say("the closure reads \(clock.date)")
    } onChange: {
      called()
    }
    for date in 1...3 {
      story.say("the date is set to \(date)")
      clock.date = date
    }
    // snippet.end
    return "onChange is called \(times(calls.withLock { $0 })) for 3 sets"
  }

  @MainActor
  private final class ClockView: DateView {
    private let clock: ObservableClock

    init(_ clock: ObservableClock, _ story: Story) {
      self.clock = clock
      super.init(story)
    }

    // snippet.again
    func watch() {
      withObservationTracking {
        show(clock.date)
      } onChange: { [weak self] in
        Task { @MainActor [weak self] in self?.watch() }
      }
    }
    // snippet.end
  }

  @MainActor
  private static func again(_ story: Story) async -> String {
    let clock = ObservableClock()
    let view = ClockView(clock, story)
    view.watch()
    for date in 1...3 {
      story.say("the date is set to \(date)")
      clock.date = date
      await wait { view.shown.last == date }
    }
    return "the view shows \(view.shown.map(String.init).joined(separator: ", ")) for 3 sets"
  }
}
