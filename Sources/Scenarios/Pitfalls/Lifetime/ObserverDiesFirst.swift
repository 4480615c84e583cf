import Harness
import ManagedObserving
import RawObserving

/// LIF-3: the observer is deallocated while it is still registered, and the next change is sent to it.
enum ObserverDiesFirst {
  static let pitfall = Pitfall(
    "LIF-3", "observer-dies-first", "The observer is deallocated without being removed",
    frequency: .sometimes, symptoms: [.diesWhenObserverGoes, .diesWhenChanged],
    change: .delete(#"deinit { clock.removeObserver(self, forKeyPath: "date") }"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view is deallocated, and the clock is set again", .dies(.messageToDeallocated),
      current: .finds("the view hears 1 of 2 changes, the program goes on"),
      wanted: "the view hears 1 of 2 changes, the program goes on", raw),
    .raw(
      "remedy by hand: the view removes itself in deinit",
      .finds("the view hears 1 change, and none after it is freed"), remedy),
    .managed(
      "the view's own controller is released with it", .finds("the view hears 1 change, and none after it is freed"),
      managed),
    .managed(
      "other code retains the controller, which outlives the view",
      .finds("the view hears 1 change, and none after it is freed"), survivor),
  ]

  private class ClockView: TallyingView {}

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let heard = Tally()
    do {
      let view = ClockView(story, heard)
      clock.addObserver(view, forKeyPath: "date", options: .new)
      clock.date = 1
      story.say("the scope of the view ends")
    }
    story.say("the date is set again")
    clock.date = 2
    return "the view hears \(heard.count) of 2 changes, the program goes on"
  }
  // snippet.end

  // snippet.remedy
  /// Retains the clock that it observes, and removes itself in deinit.
  private final class TidyView: ClockView {
    private let clock: Clock

    init(of clock: Clock, _ story: Story, _ heard: Tally) {
      self.clock = clock
      super.init(story, heard)
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date") }
  }
  // snippet.end

  private static func remedy(_ story: Story) -> String {
    let (clock, heard) = (Clock(), Tally())
    let probe: Probe
    do {
      let view = TidyView(of: clock, story, heard)
      probe = Probe(view)
      clock.date = 1
      story.say("the scope of the view ends")
    }
    story.say("the date is set again")
    let before = heard.count
    clock.date = 2
    return finding(before, heard.count - before, probe)
  }

  private static func managed(_ story: Story) -> String {
    let (clock, heard) = (Clock(), Tally())
    let probe: Probe
    do {
      let view = ClockView(story, heard)
      probe = Probe(view)
      view.kvoController.observe(clock, keyPath: "date", options: .new, context: nil)
      clock.date = 1
      story.say("the scope of the view ends")
    }
    story.say("the date is set again")
    let before = heard.count
    clock.date = 2
    return finding(before, heard.count - before, probe)
  }

  private static func survivor(_ story: Story) -> String {
    let (clock, heard) = (Clock(), Tally())
    let probe: Probe
    let controller: KVOController<ClockView>
    do {
      let view = ClockView(story, heard)
      probe = Probe(view)
      controller = KVOController(observer: view)
      controller.observe(clock, keyPath: "date", options: .new, context: nil)
      clock.date = 1
      story.say("the scope of the view ends")
    }
    story.say("the date is set again")
    let before = heard.count
    clock.date = 2
    controller.unobserveAll()
    return finding(before, heard.count - before, probe)
  }

  private static func finding(_ before: Int, _ after: Int, _ probe: Probe) -> String {
    let later = after == 0 ? "none" : "\(after)"
    return
      "the view hears \(plural(before, "change")), and \(later) after it is \(probe.isAlive ? "released" : "freed")"
  }
}
