import Harness
import Observation
import RawObserving

/// MOD-23: a read in a closure that runs after the tracked closure is not tracked.
enum EscapedRead {
  static let pitfall = Pitfall(
    "MOD-23", "escaped-read", "The property is read in a closure that runs after the tracked closure",
    frequency: .sometimes, symptoms: [.neverCalled],
    change: .delete("list.draw()", 3, of: 4), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the list calls the closure later", .finds("the row shows 0, and onChange is called 0 times for 1 set"),
      wanted: "the row shows 0, and onChange is called 1 time for 1 set", onMainActor(later)),
    .raw(
      "the date is read in a task", .finds("the row shows 0, and onChange is called 0 times for 1 set"),
      wanted: "the row shows 0, and onChange is called 1 time for 1 set", onMainActor(inATask)),
    .managed(
      "the list is drawn in the tracked closure",
      .finds("the row shows 0, and onChange is called 1 time for 1 set"), onMainActor(inside)),
    .managed(
      "the date is read first, and the closure captures the value",
      .finds("the row shows 0, and onChange is called 1 time for 1 set"), onMainActor(captured)),
  ]

  /// A list that asks for the text of its row when it draws it.
  @MainActor
  private final class List {
    let story: Story
    private(set) var shown = "nothing"
    var row: (@MainActor () -> String)?

    init(_ story: Story) {
      self.story = story
    }

    func draw() {
      guard let row else { return }
      shown = row()
      story.say("the row shows \(shown)")
    }
  }

  @MainActor
  private static func later(_ story: Story) -> String {
    let (clock, list, calls) = (ObservableClock(), List(story), Locked(0))
    // snippet.later
    withObservationTracking {
      list.row = { "\(clock.date)" }
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    list.draw()
    // snippet.end
    return set(clock, list, calls)
  }

  @MainActor
  private static func inATask(_ story: Story) async -> String {
    let (clock, list, calls) = (ObservableClock(), List(story), Locked(0))
    withObservationTracking {
      _ = Task { @MainActor in
        list.row = { "\(clock.date)" }
        list.draw()
      }
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    await wait { list.shown == "0" }
    return set(clock, list, calls)
  }

  @MainActor
  private static func inside(_ story: Story) -> String {
    let (clock, list, calls) = (ObservableClock(), List(story), Locked(0))
    // snippet.inside
    withObservationTracking {
      list.row = { "\(clock.date)" }
      list.draw()
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    // snippet.end
    return set(clock, list, calls)
  }

  @MainActor
  private static func captured(_ story: Story) -> String {
    let (clock, list, calls) = (ObservableClock(), List(story), Locked(0))
    withObservationTracking {
      let date = clock.date
      list.row = { "\(date)" }
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    list.draw()
    return set(clock, list, calls)
  }

  /// Sets the date, and says whether the tracker is called.
  @MainActor
  private static func set(_ clock: ObservableClock, _ list: List, _ calls: Locked<Int>) -> String {
    list.story.say("the date is set to 1")
    clock.date = 1
    return "the row shows \(list.shown), and onChange is called \(times(calls.withLock { $0 })) for 1 set"
  }
}
