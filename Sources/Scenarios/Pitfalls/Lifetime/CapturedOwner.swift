import ManagedObserving
import RawObserving

/// LIF-9: a callback captures its owner strongly, and the two keep each other alive.
enum CapturedOwner {
  static let pitfall = Pitfall(
    "LIF-9", "captured-owner", "The callback captures its owner strongly",
    lesson: "11-closures-that-capture.md#lif-9-captured-owner",
    acts: [
      .raw(
        "a hand-made closure observer, whose closure captures the view",
        .finds("nobody owns the view: alive, a leak"), raw),
      .managed(
        "the closure uses the view that is passed in",
        .finds("nobody owns the view: gone"), passedIn),
      .managed(
        "the closure captures the view weakly",
        .finds("nobody owns the view: gone"), weakly),
      .managed(
        "the closure captures the view, and is unobserved by hand",
        .finds("nobody owns the view: alive, a leak; once unobserved: gone"), sameMistake: true,
        unobserved),
    ])

  // snippet.helper
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
  // snippet.end

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

    // snippet.captured
    func watchCapturing(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { _, clock, _ in
        self.show(clock.date)
      }
    }
    // snippet.end

    // snippet.passed-in
    func watchPassedIn(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, clock, _ in
        view.show(clock.date)
      }
    }
    // snippet.end

    // snippet.weakly
    func watchWeakly(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { [weak self] _, clock, _ in
        self?.show(clock.date)
      }
    }
    // snippet.end
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
    story.say("the view's last owner lets go")
    view = nil
    clock.date = 2
    return "nobody owns the view: \(fate(probe))"
  }

  private static func unobserved(_ story: Story) -> String {
    let clock = Clock()
    var view: ClockView! = ClockView(story)
    let probe = Probe(view)
    let controller = view.kvoController
    view.watchCapturing(clock)
    story.say("the view's last owner lets go")
    view = nil
    clock.date = 1
    let before = fate(probe)
    story.say("everything is unobserved by hand")
    controller.unobserveAll()
    return "nobody owns the view: \(before); once unobserved: \(fate(probe))"
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive, a leak" : "gone" }
}
