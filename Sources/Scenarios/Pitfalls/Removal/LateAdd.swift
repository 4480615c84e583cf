import Harness
import ManagedObserving
import RawObserving

/// REM-8: the add is postponed, and the removal runs before it.
enum LateAdd {
  static let pitfall = Pitfall(
    "REM-8", "late-add", "The removal runs before a postponed add",
    frequency: .rare, symptoms: [.diesWhenRemoved, .calledAfterTheEnd],
    change: .delete("queue.later { view.open(clock) }", 2, of: 4), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the add waits in a queue, the removal does not", .dies(.notRegistered),
      wanted: "the closed view is called 0 times for 1 change", raw),
    .raw("both wait in the same queue", .finds("the closed view is called 0 times for 1 change"), serialised),
    .managed(
      "both wait in the same queue", .finds("the closed view is called 0 times for 1 change"), managedSerialised),
    .managed(
      "observe waits in a queue, unobserve does not", .finds("the closed view is called 1 time for 1 change"),
      wanted: "the closed view is called 0 times for 1 change", sameMistake: true, managed),
  ]

  /// Runs work later and in order, as a main queue does.
  private final class Queue {
    private var tasks: [() -> Void] = []

    func later(_ task: @escaping () -> Void) { tasks.append(task) }

    func takeTurn() {
      while !tasks.isEmpty { tasks.removeFirst()() }
    }
  }

  private final class ClockView: CountingView {
    func open(_ clock: Clock) {
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    func close(_ clock: Clock) {
      clock.removeObserver(self, forKeyPath: "date")
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let (clock, view, queue) = (Clock(), ClockView(), Queue())
    story.say("opening the view is queued")
    queue.later { view.open(clock) }
    story.say("the view is closed at once")
    view.close(clock)
    queue.takeTurn()
    clock.date = 1
    return "the closed view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end

  // snippet.serialised
  private static func serialised(_ story: Story) -> String {
    let (clock, view, queue) = (Clock(), ClockView(), Queue())
    story.say("opening the view is queued")
    queue.later { view.open(clock) }
    story.say("closing the view is queued")
    queue.later { view.close(clock) }
    queue.takeTurn()
    clock.date = 1
    return "the closed view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end

  private final class ManagedClockView: KeyValueObject {
    private(set) var calls = 0

    func open(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, _, _ in view.calls += 1 }
    }

    func close(_ clock: Clock) {
      kvoController.unobserve(clock, \.$date)
    }
  }

  private static func managedSerialised(_ story: Story) -> String {
    let (clock, view, queue) = (Clock(), ManagedClockView(), Queue())
    story.say("opening the view is queued")
    queue.later { view.open(clock) }
    story.say("closing the view is queued")
    queue.later { view.close(clock) }
    queue.takeTurn()
    clock.date = 1
    return "the closed view is called \(times(view.calls)) for 1 change"
  }

  // snippet.asked
  private static func managed(_ story: Story) -> String {
    let (clock, view, queue) = (Clock(), ManagedClockView(), Queue())
    story.say("opening the view is queued")
    queue.later { view.open(clock) }
    story.say("the view is closed at once")
    view.close(clock)
    queue.takeTurn()
    clock.date = 1
    return "the closed view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end
}
