import Harness
import ManagedObserving
import RawObserving

/// LIF-9: a callback captures its owner strongly, and the two keep each other alive.
enum CapturedOwner {
  static let pitfall = Pitfall(
    "LIF-9", "captured-owner", "The closure of a callback captures its owner strongly",
    frequency: .daily, symptoms: [.neverFreed, .calledAfterTheEnd],
    change: .delete("self.show(clock.date)", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "an observer that calls a closure, and the closure captures the view", .finds("the view is never freed: a leak"),
      wanted: "the view is freed", raw),
    .managed("the closure uses the view that is passed in", .finds("the view is freed"), passedIn),
    .managed("the closure captures the view weakly", .finds("the view is freed"), weakly),
    .managed(
      "the closure captures the view, and is unobserved by hand",
      .finds("the view is not freed until it is unobserved by hand"), wanted: "the view is freed", sameMistake: true,
      unobserved),
  ]

  private final class ClosureObserver: KeyValueObject {
    private let clock: Clock
    private let body: () -> Void

    init(_ clock: Clock, _ body: @escaping () -> Void) {
      self.clock = clock
      self.body = body
      super.init()
      clock.addObserver(self, forKeyPath: "date")
    }

    deinit { clock.removeObserver(self, forKeyPath: "date") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { body() }
  }

  private final class ClockView: KeyValueObject {
    let story: Story
    var observer: ClosureObserver?

    init(_ story: Story) {
      self.story = story
    }

    func show(_ date: Int) {
      story.say("the view shows \(date)")
    }

    // snippet.raw
    func watchByHand(_ clock: Clock) {
      observer = ClosureObserver(clock) {
        self.show(clock.date)
      }
    }
    // snippet.end

    func watchCapturing(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { _, clock, _ in
        self.show(clock.date)
      }
    }

    // snippet.passed-in
    func watchPassedIn(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, clock, _ in
        view.show(clock.date)
      }
    }
    // snippet.end

    func watchWeakly(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { [weak self] _, clock, _ in
        self?.show(clock.date)
      }
    }
  }

  private static func raw(_ story: Story) -> String {
    afterlife(story) { view, clock in view.watchByHand(clock) }
  }

  private static func passedIn(_ story: Story) -> String {
    afterlife(story) { view, clock in view.watchPassedIn(clock) }
  }

  private static func weakly(_ story: Story) -> String {
    afterlife(story) { view, clock in view.watchWeakly(clock) }
  }

  private static func afterlife(_ story: Story, _ watch: (ClockView, Clock) -> Void) -> String {
    let clock = Clock()
    var view: ClockView! = ClockView(story)
    let probe = Probe(view)
    watch(view, clock)
    clock.date = 1
    story.say("the last owner releases the view")
    view = nil
    clock.date = 2
    return "the view is \(fate(probe))"
  }

  private static func unobserved(_ story: Story) -> String {
    let clock = Clock()
    var view: ClockView! = ClockView(story)
    let probe = Probe(view)
    let controller = view.kvoController
    view.watchCapturing(clock)
    story.say("the last owner releases the view")
    view = nil
    clock.date = 1
    let wasAlive = probe.isAlive
    story.say("everything is unobserved by hand")
    controller.unobserveAll()
    let fate = fate(probe)
    return "the view is \(wasAlive && fate == "freed" ? "not freed until it is unobserved by hand" : fate)"
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "never freed: a leak" : "freed" }
}
