import Observation
import RawObserving

/// MOD-14: a loop that waits for the next value does not notice that its owner is gone.
enum ParkedLoop {
  static let pitfall = Pitfall(
    "MOD-14", "parked-loop", "A loop waits for values on behalf of an owner that goes",
    lesson: "28-tokens-and-tasks.md#mod-14-parked-loop",
    acts: [
      .raw(
        "the owner is weak in the loop", .finds("view gone, its loop waits, the clock is kept"),
        onMainActor { await afterlife($0, cancels: false) }),
      .managed(
        "the task is cancelled in deinit", .finds("view gone, its loop ended, the clock is gone"),
        onMainActor { await afterlife($0, cancels: true) }),
    ])

  @MainActor
  private final class ClockView {
    let story: Story
    private let cancels: Bool
    private(set) var shown: [Int] = []
    private(set) var task: Task<Void, Never>?

    init(_ story: Story, cancels: Bool) {
      self.story = story
      self.cancels = cancels
    }

    private func show(_ date: Int) {
      shown.append(date)
      story.say("the view shows \(date)")
    }

    // snippet.watch
    @available(macOS 26, *)
    func watch(_ clock: ObservableClock, whenItEnds: @escaping @Sendable () -> Void) {
      task = Task { [weak self] in
        for await date in Observations({ clock.date }) {
          guard let self else { break }
          self.show(date)
        }
        whenItEnds()
      }
    }
    // snippet.end

    // snippet.deinit
    deinit {
      if cancels { task?.cancel() }
    }
    // snippet.end
  }

  @MainActor
  private static func afterlife(_ story: Story, cancels: Bool) async -> String {
    guard #available(macOS 26, *) else { return "Observations needs macOS 26" }
    var clock: ObservableClock! = ObservableClock()
    var view: ClockView! = ClockView(story, cancels: cancels)
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    let hasEnded = Locked(false)
    view.watch(clock) { hasEnded.withLock { $0 = true } }
    await wait { view.shown == [0] }

    story.say("the last owners of the view and of the clock let go")
    let task = view.task
    (view, clock) = (nil, nil)
    // A loop that ends is waited for; one that does not is given many turns.
    if cancels { await task?.value } else { await letOthersRun() }
    let loop = hasEnded.withLock { $0 } ? "ended" : "waits"
    let finding = "view \(fate(viewProbe)), its loop \(loop), the clock is \(fate(clockProbe))"
    task?.cancel()  // so that this act does not leak
    await task?.value
    return finding
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "kept" : "gone" }
}
