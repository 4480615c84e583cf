import Harness
import Observation

/// MOD-7: a change between one call of `onChange` and the next tracking is not announced.
enum ChangeInBetween {
  static let pitfall = Pitfall(
    "MOD-7", "change-in-between", "A change is made after onChange and before the next tracking",
    frequency: .sometimes, symptoms: [.neverCalled, .valueWrong, .showsOldValue],
    change: .delete("await fade()", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "tracked again when the work is done", .finds("the clock is at 2, the view shows 1"),
      wanted: "the clock is at 2, the view shows 2", onMainActor(trackedAfterwards)),
    .managed("a loop over Observations", .finds("the clock is at 2, the view shows 2"), onMainActor(awaited)),
    .managed(
      "read and tracked again in one closure, before the work", .finds("the clock is at 2, the view shows 2"),
      onMainActor(readAsTracked)),
  ]

  @MainActor
  private final class ClockView: DateView {
    let clock: ObservableClock
    private(set) var trackings = 0
    private(set) var fades = 0

    init(_ clock: ObservableClock, _ story: Story) {
      self.clock = clock
      super.init(story)
    }

    var finding: String { "the clock is at \(clock.date), the view shows \(shown.last ?? -1)" }

    /// Fades to the new time, which takes a while. During the first fade, the clock is set again.
    private func fade() async {
      await Task.yield()
      fades += 1
      guard shown.last == 1, clock.date == 1 else { return }
      story.say("the date is set to 2 while the view is fading")
      clock.date = 2
    }

    // snippet.afterwards
    func watch() {
      trackings += 1
      withObservationTracking {
        _ = clock.date
      } onChange: { [weak self] in
        Task { @MainActor in await self?.dateDidChange() }
      }
    }

    func dateDidChange() async {
      show(clock.date)
      await fade()
      watch()
    }
    // snippet.end

    // snippet.observations
    @available(macOS 26, *)
    func watchAll() async {
      for await date in Observations({ self.clock.date }) {
        show(date)
        await fade()
      }
    }
    // snippet.end

    func watchReading() {
      withObservationTracking {
        show(clock.date)
      } onChange: { [weak self] in
        Task { @MainActor in
          self?.watchReading()
          await self?.fade()
        }
      }
    }
  }

  @MainActor
  private static func trackedAfterwards(_ story: Story) async -> String {
    let view = ClockView(ObservableClock(), story)
    view.watch()
    await setToOne(view) { view.trackings == 2 }
    await letOthersRun()
    return view.finding
  }

  @MainActor
  private static func readAsTracked(_ story: Story) async -> String {
    let view = ClockView(ObservableClock(), story)
    view.watchReading()
    // Until the last fade is over, too: how far it had come would depend on the machine.
    await setToOne(view) { view.shown.last == 2 && view.fades == 2 }
    return view.finding
  }

  @MainActor
  private static func awaited(_ story: Story) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    let view = ClockView(ObservableClock(), story)
    let task = Task { await view.watchAll() }
    await wait { view.fades == 1 }
    await setToOne(view) { view.shown.last == 2 && view.fades == 3 }
    await cancel([task])
    return view.finding
  }

  @MainActor
  private static func setToOne(_ view: ClockView, andWaitUntil condition: () -> Bool) async {
    await letOthersRun()
    view.story.say("the date is set to 1")
    view.clock.date = 1
    await wait(until: condition)
  }
}
