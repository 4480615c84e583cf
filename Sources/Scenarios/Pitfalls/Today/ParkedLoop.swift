import Harness
import ManagedObserving
import Observation
import RawObserving

/// MOD-14: a loop that waits for the next value does not check whether its owner is deallocated.
enum ParkedLoop {
  static let pitfall = Pitfall(
    "MOD-14", "parked-loop", "A loop keeps waiting for values after its owner is deallocated",
    frequency: .sometimes, symptoms: [.neverFreed],
    change: nil,  // every step is awaited, so a changed line makes an act hang
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "the loop captures its owner weakly", .finds("the view is freed, its loop waits, the clock is alive"),
      wanted: "the view is freed, its loop ends, the clock is freed",
      onMainActor { await afterlife($0, cancels: false) }),
    .managed(
      "the task is cancelled in deinit", .finds("the view is freed, its loop ends, the clock is freed"),
      onMainActor { await afterlife($0, cancels: true) }),
    .managed(
      "the controller's sequence ends with the view", .finds("the view is freed, its loop ends, the clock is freed"),
      onMainActor(sequence)),
  ]

  @MainActor
  private final class ClockView: DateView {
    private let cancels: Bool
    private(set) var task: Task<Void, Never>?

    init(_ story: Story, cancels: Bool) {
      self.cancels = cancels
      super.init(story)
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

    deinit {
      if cancels { task?.cancel() }
    }
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

    story.say("the last owners release the view and the clock")
    let task = view.task
    (view, clock) = (nil, nil)
    // Waits until the loop ends, or for many turns if it does not.
    if cancels { await task?.value } else { await letOthersRun() }
    let loop = hasEnded.withLock { $0 } ? "ends" : "waits"
    let finding = "the view is \(viewProbe.fate), its loop \(loop), the clock is \(clockProbe.fate)"
    if !cancels { story.say("only now is the task cancelled, so that this program leaves nothing behind") }
    task?.cancel()
    await task?.value
    return finding
  }

  private final class SequenceView: KeyValueObject {
    // snippet.sequence
    func watch(_ clock: Clock, _ show: @escaping @Sendable (Int) -> Void) -> Task<Void, Never> {
      let changes = kvoController.changes(of: clock, \.$date)
      return Task {
        for await change in changes { show(change.value) }
      }
    }
    // snippet.end
  }

  @MainActor
  private static func sequence(_ story: Story) async -> String {
    var clock: Clock! = Clock()
    var view: SequenceView! = SequenceView()
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    let (shown, hasEnded) = (Locked<[Int]>([]), Locked(false))
    let loop = view.watch(clock) { date in
      story.say("the view shows \(date)")
      shown.withLock { $0.append(date) }
    }
    Task {
      await loop.value
      hasEnded.withLock { $0 = true }
    }
    await wait { shown.withLock { $0 } == [0] }
    story.say("the last owners release the view and the clock")
    (view, clock) = (nil, nil)
    await wait { hasEnded.withLock { $0 } }
    let loopFate = hasEnded.withLock { $0 } ? "ends" : "waits"
    return "the view is \(viewProbe.fate), its loop \(loopFate), the clock is \(clockProbe.fate)"
  }
}
