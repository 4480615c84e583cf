import Foundation
import ManagedObserving
import RawObserving

/// MED-8: two threads ask for a lazy controller that is made without a lock. One of the two controllers is lost, with
/// its observations.
enum LostController {
  static let pitfall = Pitfall(
    "MED-8", "lost-controller", "Two threads ask for a lazy controller at the same time, and it does not exist yet",
    lesson: .boundToBothLives, symptoms: [.neverCalled, .noLongerCalled],
    why: "Looking for the controller and storing a new one are two steps. If two threads take them at once, one "
      + "controller is overwritten. It is deallocated, and ends its observations.",
    fix: "In your own mediator, look for the controller and create it under one lock, as this repository's mediator "
      + "does.",
    prediction: Prediction(
      "A property makes its controller when it is first asked for, and stores it. Two threads ask at the same moment, "
        + "and both find that there is none. Each then observes its own clock with the controller that it gets. "
        + "Each clock is set once. For how many of the two changes is a handler called?",
      .wrong(
        "Two: both threads get the same controller.",
        "That is what a lazy property promises on one thread. But both threads have found that there is none, so each "
          + "makes one."),
      .right(
        "One.",
        "The property keeps the controller that is stored last. The other one is deallocated, and unobserves its "
          + "clock."),
      .wrong(
        "Two: there are two controllers, and each observes its own clock.",
        "There are two, but the property owns only the one that is stored last. The other one has no owner, is "
          + "deallocated, and unobserves."),
      .wrong(
        "None.",
        "A race suggests that everything is broken. But the controller that was stored last works like any other.")),
    isShownNaively: true,
    acts: [
      .raw(
        "the second thread asks while the first creates a controller",
        .finds("1 view has 2 controllers, and hears 1 of 2 changes"),
        wanted: "1 view has 1 controller, and hears 2 of 2 changes", raw),
      .managed(
        "two threads ask 100 views, side by side",
        .finds("100 views have 100 controllers, and hear 200 of 200 changes"), isRace: true, managed),
    ])

  private static func raw(_ story: Story) -> String {
    let view = Shared(NaiveOwner())
    let clocks = [Shared(Clock()), Shared(Clock())]
    let heard = Locked(0)
    // snippet.raw
    @Sendable func observe(_ clock: Shared<Clock>) {
      view.object.naiveController.observe(clock.object, keyPath: "date") {
        heard.withLock { $0 += 1 }
      }
      story.say("the \(threadName) thread observes a clock with a controller")
    }
    view.object.whenPreempted = {
      view.object.whenPreempted = {}
      story.say("the \(threadName) thread has seen that there is no controller")
      onAnotherThread(named: "network") { observe(clocks[1]) }
    }
    observe(clocks[0])
    // snippet.end
    for clock in clocks { clock.object.date = 1 }
    let controllers = view.object.made
    return "1 view has \(plural(controllers, "controller")), and hears \(heard.withLock { $0 }) of 2 changes"
  }

  private final class ClockView: KeyValueObject {}

  /// What the two threads share. Each has a clock, and notes the controllers that it gets.
  private final class Stage {
    let views = (0..<100).map { _ in ClockView() }
    let clocks = [Clock(), Clock()]
    let controllers = Locked<Set<KVOController<ClockView>>>([])
    let heard = Locked(0)
    private let turns = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

    // snippet.ask
    func askAll(_ index: Int) {
      for view in views {
        // The two wait for each other, so that both ask at once.
        turns[1 - index].signal()
        turns[index].wait()
        let controller = view.kvoController
        controllers.withLockUnchecked { _ = $0.insert(controller) }
        controller.observe(clocks[index], keyPath: "date") { [heard] _, _, _ in
          heard.withLock { $0 += 1 }
        }
      }
    }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let stage = Shared(Stage())
    let finished = DispatchSemaphore(value: 0)
    alongside(named: "second", signalling: finished) { stage.object.askAll(1) }
    stage.object.askAll(0)
    finished.wait()
    for clock in stage.object.clocks { clock.date = 1 }
    let views = stage.object.views.count
    let controllers = stage.object.controllers.withLock { $0.count }
    let heard = stage.object.heard.withLock { $0 }
    return "\(views) views have \(controllers) controllers, and hear \(heard) of \(2 * views) changes"
  }
}
