import Harness
import ManagedObserving
import Observation

/// MOD-26: another thread sets the model, and the tracker reads it again before the new value is stored.
enum OvertakenStore {
  static let pitfall = Pitfall(
    "MOD-26", "overtaken-store", "A property is tracked on one thread and set on another",
    frequency: .sometimes, symptoms: [.showsOldValue, .calledTwice, .wrongThread],
    change: nil,  // the acts hold one order of two threads, and a changed line leaves the order to chance
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "tracked again on the main actor", .finds("at 1 the view shows 0, at 2 it shows 2"),
      wanted: "at 1 the view shows 1, at 2 it shows 2", onMainActor(trackedAgain)),
    .raw(
      "a loop over Observations on the main actor", .finds("at 1 the view shows 0, at 2 it shows 2"),
      wanted: "at 1 the view shows 1, at 2 it shows 2", onMainActor(looped)),
    .raw(
      "two threads set the date at the same time", .finds("the next change calls the view 2 times"),
      wanted: "the next change calls the view 1 time", onMainActor(doubled)),
    .managed(
      "the clock belongs to the main actor, and the date is sent to that actor",
      .finds("at 1 the view shows 1, at 2 it shows 2"), onMainActor(sent)),
    .managed(
      "a sequence of changes, each with its value", .finds("at 1 the view shows 1, at 2 it shows 2"),
      onMainActor(carried)),
  ]

  @MainActor
  private final class TrackingView: DateView {
    private let date: @MainActor () -> Int

    init(_ story: Story, _ date: @escaping @MainActor () -> Int) {
      self.date = date
      super.init(story)
    }

    /// As in lesson 16.
    func watch() {
      withObservationTracking {
        show(date())
      } onChange: { [weak self] in
        Task { @MainActor [weak self] in self?.watch() }
      }
    }

    // snippet.held
    /// The same, and each call of `onChange` waits at the gate.
    func watch(at gate: Gate) {
      withObservationTracking {
        show(date())
      } onChange: { [weak self, story] in
        story.say("onChange is called")
        gate.pass()
        Task { @MainActor [weak self] in self?.watch(at: gate) }
      }
    }
    // snippet.end
  }

  @MainActor
  private final class LoopingView: DateView {
    private lazy var controller = KVOController(observer: self)

    // snippet.observations
    @available(macOS 26, *)
    func watchAll(_ clock: SharedClock) async {
      for await date in Observations({ clock.date }) { show(date) }
    }
    // snippet.end

    // snippet.changes
    func watchChanges(of clock: Clock) -> Task<Void, Never> {
      let changes = controller.changes(of: clock, \.$date, options: .initial)
      return Task {
        for await change in changes { show(change.value) }
      }
    }
    // snippet.end

    func stop() { controller.unobserveAll() }
  }

  @MainActor
  private static func trackedAgain(_ story: Story) async -> String {
    let gate = Gate()
    let clock = SharedClock { hold(at: gate, story) }
    let view = TrackingView(story) { clock.date }
    view.watch()
    return await setTwice(clock, gate, view)
  }

  @MainActor
  private static func looped(_ story: Story) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    let gate = Gate()
    let clock = SharedClock { hold(at: gate, story) }
    let view = LoopingView(story)
    let task = Task { await view.watchAll(clock) }
    await wait { view.shown == [0] }
    await letOthersRun()
    let finding = await setTwice(clock, gate, view)
    await cancel([task])
    return finding
  }

  /// Holds the thread that sets the date. It has called `onChange`, and has not stored the date.
  private static func hold(at gate: Gate, _ story: Story) {
    story.say("onChange has been called, and the date is not stored yet")
    gate.pass()
  }

  // snippet.set-twice
  /// Sets the date to 1, and has it stored when the view has shown a date again. Then sets it to 2, at once.
  @MainActor
  private static func setTwice(_ clock: SharedClock, _ gate: Gate, _ view: DateView) async -> String {
    gate.start(named: "network") { clock.date = 1 }
    await wait { view.shown.count == 2 }
    gate.open()
    view.story.say("the network thread has stored \(clock.date)")
    await letOthersRun()
    let first = view.shown.last

    onAnotherThread(named: "network") { clock.date = 2 }
    view.story.say("the network thread has stored \(clock.date)")
    await wait { view.shown.last == 2 }
    return finding([first, view.shown.last])
  }
  // snippet.end

  private static func finding(_ shown: [Int?]) -> String {
    "at 1 the view shows \(shown[0] ?? -1), at 2 it shows \(shown[1] ?? -1)"
  }

  // snippet.doubled
  @MainActor
  private static func doubled(_ story: Story) async -> String {
    let gate = Gate()
    let clock = SharedClock()
    let view = TrackingView(story) { clock.date }
    view.watch(at: gate)
    gate.start(named: "network") { clock.date = 1 }
    gate.start(named: "disk") { clock.date = 1 }
    gate.open()
    await wait { view.shown.count == 3 }

    clock.date = 2
    await letOthersRun()
    return "the next change calls the view \(times(view.shown.count - 3))"
  }
  // snippet.end

  // snippet.sent
  @MainActor
  private static func sent(_ story: Story) async -> String {
    let clock = ObservableClock()
    let view = TrackingView(story) { clock.date }
    view.watch()
    var shown: [Int?] = []
    for date in 1...2 {
      onAnotherThread(named: "network") {
        Task { @MainActor in clock.date = date }
      }
      await wait { view.shown.last == date }
      shown.append(view.shown.last)
    }
    return finding(shown)
  }
  // snippet.end

  @MainActor
  private static func carried(_ story: Story) async -> String {
    let clock = Shared(Clock())
    let view = LoopingView(story)
    let task = view.watchChanges(of: clock.object)
    await wait { view.shown == [0] }
    var shown: [Int?] = []
    for date in 1...2 {
      onAnotherThread(named: "network") { clock.object.date = date }
      await wait { view.shown.last == date }
      shown.append(view.shown.last)
    }
    view.stop()
    await task.value
    return finding(shown)
  }
}
