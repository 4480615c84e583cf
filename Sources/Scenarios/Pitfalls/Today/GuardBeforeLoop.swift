import Harness
import Observation

/// MOD-24: `guard let self` before a loop retains the owner for as long as the loop lasts.
enum GuardBeforeLoop {
  static let pitfall = Pitfall(
    "MOD-24", "guard-before-loop", "A task makes a strong reference to its owner before its loop",
    frequency: .daily, symptoms: [.neverFreed, .calledAfterTheEnd],
    change: .delete("deinit { task?.cancel() }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "guard let self is before the loop", .finds("the view is alive, the clock is alive"),
      wanted: "the view is freed, the clock is freed", onMainActor { await afterlife($0, .before) }),
    .raw(
      "the same, and the date is set afterwards", .finds("the view is alive, and has shown 0, 1"),
      wanted: "the view is freed, and has shown 0", onMainActor(setAfterwards)),
    .managed(
      "guard let self is inside the loop", .finds("the view is freed, the clock is freed"),
      onMainActor { await afterlife($0, .inside) }),
    .managed(
      "guard let self is before the loop, and closing the view cancels the task",
      .finds("the view is freed, the clock is freed"), onMainActor { await afterlife($0, .before, closes: true) }),
  ]

  private enum Place: Sendable { case before, inside }

  @MainActor
  private final class ClockView {
    private let screen: DateView
    private(set) var task: Task<Void, Never>?

    init(_ screen: DateView) {
      self.screen = screen
    }

    @available(macOS 26, *)
    func watch(_ clock: ObservableClock, guarded place: Place) {
      switch place {
      case .before: watchGuardedBefore(clock)
      case .inside: watchGuardedInside(clock)
      }
    }

    // snippet.before
    @available(macOS 26, *)
    private func watchGuardedBefore(_ clock: ObservableClock) {
      task = Task { [weak self] in
        guard let self else { return }
        for await date in Observations({ clock.date }) {
          self.show(date)
        }
      }
    }
    // snippet.end

    // snippet.inside
    @available(macOS 26, *)
    private func watchGuardedInside(_ clock: ObservableClock) {
      task = Task { [weak self] in
        for await date in Observations({ clock.date }) {
          guard let self else { return }
          self.show(date)
        }
      }
    }

    deinit { task?.cancel() }
    // snippet.end

    func close() { task?.cancel() }

    private func show(_ date: Int) { screen.show(date) }
  }

  @MainActor
  private static func afterlife(_ story: Story, _ place: Place, closes: Bool = false) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    let screen = DateView(story)
    var clock: ObservableClock! = ObservableClock()
    var view: ClockView! = ClockView(screen)
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    view.watch(clock, guarded: place)
    await wait { screen.shown == [0] }
    if closes {
      story.say("the view is closed")
      view.close()
    }

    story.say("the last owners release the view and the clock")
    let task = view.task
    (view, clock) = (nil, nil)
    await settle(task)
    let finding = "the view is \(viewProbe.fate), the clock is \(clockProbe.fate)"
    task?.cancel()  // so that this act does not leak
    await task?.value
    return finding
  }

  @MainActor
  private static func setAfterwards(_ story: Story) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    let (screen, clock) = (DateView(story), ObservableClock())
    var view: ClockView! = ClockView(screen)
    let probe = Probe(view)
    view.watch(clock, guarded: .before)
    await wait { screen.shown == [0] }

    story.say("the last owner releases the view")
    let task = view.task
    view = nil
    await settle(task)
    story.say("the date is set to 1")
    clock.date = 1
    if probe.isAlive { await wait { screen.shown.count == 2 } }
    let shown = screen.shown.map(String.init).joined(separator: ", ")
    let finding = "the view is \(probe.fate), and has shown \(shown)"
    task?.cancel()  // so that this act does not leak
    await task?.value
    return finding
  }

  /// Waits until the loop ends, or for many turns if nothing has cancelled its task.
  @MainActor
  private static func settle(_ task: Task<Void, Never>?) async {
    if task?.isCancelled == true { await task?.value } else { await letOthersRun() }
  }
}
