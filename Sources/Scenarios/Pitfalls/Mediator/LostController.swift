import Foundation
import Harness
import ManagedObserving
import RawObserving

/// MED-8: two threads ask for a lazy controller that is made without a lock. One of the two controllers is lost, with
/// its observations.
enum LostController {
  static let pitfall = Pitfall(
    "MED-8", "lost-controller", "Two threads ask for a lazy controller at the same time, and it does not exist yet",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled], isShownNaively: true,
    change: .delete(#"onAnotherThread(named: "network") { observe(clocks[1]) }"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the second thread asks while the first creates a controller",
      .finds("1 view has 2 controllers, and hears 1 of 2 changes"),
      wanted: "1 view has 1 controller, and hears 2 of 2 changes", raw),
    .managed(
      "two threads ask 100 views, side by side", .finds("100 views have 100 controllers, and hear 200 of 200 changes"),
      isRace: true, managed),
  ]

  private static func raw(_ story: Story) -> String {
    let view = Shared(NaiveOwner())
    let clocks = [Shared(Clock()), Shared(Clock())]
    let heard = Locked(0)
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
    for clock in clocks { clock.object.date = 1 }
    let controllers = view.object.made
    return "1 view has \(plural(controllers, "controller")), and hears \(heard.withLock { $0 }) of 2 changes"
  }

  /// What the two threads share. Each has a clock, and notes the controllers that it gets.
  private final class Stage {
    let views = (0..<100).map { _ in CountingView() }
    let clocks = [Clock(), Clock()]
    let controllers = Locked<Set<KVOController<CountingView>>>([])
    let heard = Locked(0)
    private let turns = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

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
