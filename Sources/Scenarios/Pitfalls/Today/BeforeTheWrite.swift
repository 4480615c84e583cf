import Observation
import RawObserving

/// MOD-6: `onChange` is called before the new value is written; who reads there reads the old one.
enum BeforeTheWrite {
  static let pitfall = Pitfall(
    "MOD-6", "before-the-write", "onChange is taken for a call after the change",
    lesson: "28-todays-own-tools.md#mod-6-before-the-write",
    acts: [
      .raw("onChange reads the date", .finds("set to 1: the view shows 0"), onMainActor(atOnce)),
      .raw(
        "the prior call of key-value observing, beside onChange",
        .finds("before: prior 0, onChange 0; after: KVO 1"), onMainActor(besidePrior)),
      .managed(
        "the date is read later", .finds("set to 1: the view shows 1"), onMainActor(later)),
    ])

  @MainActor
  private final class ClockView {
    let story: Story
    private(set) var shown: [Int] = []

    init(_ story: Story) {
      self.story = story
    }

    private func show(_ date: Int) {
      shown.append(date)
      story.say("the view shows \(date)")
    }

    // snippet.at-once
    func watchAtOnce(_ clock: ObservableClock) {
      withObservationTracking {
        show(clock.date)
      } onChange: {
        MainActor.assumeIsolated { self.show(clock.date) }
      }
    }
    // snippet.end

    // snippet.later
    func watchLater(_ clock: ObservableClock) {
      withObservationTracking {
        show(clock.date)
      } onChange: {
        Task { @MainActor in self.show(clock.date) }
      }
    }
    // snippet.end
  }

  @MainActor
  private static func atOnce(_ story: Story) -> String {
    let clock = ObservableClock()
    let view = ClockView(story)
    view.watchAtOnce(clock)
    clock.date = 1
    story.say("the date is \(clock.date)")
    return "set to 1: the view shows \(view.shown.last ?? -1)"
  }

  @MainActor
  private static func later(_ story: Story) async -> String {
    let clock = ObservableClock()
    let view = ClockView(story)
    view.watchLater(clock)
    clock.date = 1
    story.say("the date is \(clock.date)")
    await wait { view.shown.count == 2 }
    return "set to 1: the view shows \(view.shown.last ?? -1)"
  }

  /// Reads the date of the clock whenever it is told of a change.
  private final class PriorView: KeyValueObject {
    private(set) var before: [Int] = []
    private(set) var after: [Int] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard let clock = object as? Clock else { return }
      if change.isPrior { before.append(clock.date) } else { after.append(clock.date) }
    }
  }

  // snippet.beside-prior
  @MainActor
  private static func besidePrior(_ story: Story) -> String {
    let (clock, view) = (Clock(), PriorView())
    clock.addObserver(view, forKeyPath: "date", options: .prior)
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    story.say("KVO calls twice: the date is \(view.before[0]), and then \(view.after[0])")

    let (today, read) = (ObservableClock(), Locked<[Int]>([]))
    withObservationTracking {
      _ = today.date
    } onChange: {
      MainActor.assumeIsolated { read.withLock { $0.append(today.date) } }
    }
    today.date = 1
    let before = read.withLock { $0 }
    story.say("onChange is called \(before.count) time: the date is \(before[0])")
    return "before: prior \(view.before[0]), onChange \(before[0]); after: KVO \(view.after[0])"
  }
  // snippet.end
}
