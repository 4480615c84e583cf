import Harness
import Observation
import RawObserving

/// MOD-6: `onChange` is called before the new value is written, so it reads the old one.
enum BeforeTheWrite {
  static let pitfall = Pitfall(
    "MOD-6", "before-the-write", "onChange is mistaken for a call after the change",
    frequency: .sometimes, symptoms: [.valueWrong, .showsOldValue, .wrongTime],
    change: .delete("await wait { view.shown.count == 2 }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "onChange reads the date", .finds("the date is 1, the view shows 0"), wanted: "the date is 1, the view shows 1",
      onMainActor(atOnce)),
    .raw(
      "the prior call of key-value observing, beside onChange", .finds("KVO reads 0, then 1; onChange reads 0"),
      wanted: "KVO reads 0, then 1; onChange reads 0, then 1", onMainActor(besidePrior)),
    .managed("the date is read later", .finds("the date is 1, the view shows 1"), onMainActor(later)),
  ]

  @MainActor
  private final class ClockView: DateView {
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
    return "the date is \(clock.date), the view shows \(view.shown.last ?? -1)"
  }

  @MainActor
  private static func later(_ story: Story) async -> String {
    let clock = ObservableClock()
    let view = ClockView(story)
    view.watchLater(clock)
    clock.date = 1
    story.say("the date is \(clock.date)")
    await wait { view.shown.count == 2 }
    return "the date is \(clock.date), the view shows \(view.shown.last ?? -1)"
  }

  /// Reads the date of the clock at each call.
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

  /// What the calls of KVO read, and what `onChange` reads.
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
    story.say("onChange is called \(times(before.count)): the date is \(before[0])")
    func list(_ dates: [Int]) -> String { dates.map(String.init).joined(separator: ", then ") }
    return "KVO reads \(list(view.before + view.after)); onChange reads \(list(before))"
  }
}
