import Harness
import ManagedObserving
import RawObserving

/// LIF-1: the observed object is deallocated while it still has a registration.
enum ObservedDiesFirst {
  static let pitfall = Pitfall(
    "LIF-1", "observed-dies-first", "The observed object is deallocated before its observer is removed",
    frequency: .sometimes, symptoms: [.diesWhenObservedGoes],
    change: .delete(#"deinit { clock.removeObserver(self, forKeyPath: "date") }"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the clock is deallocated while the view observes it", .dies(.stillRegistered),
      current: .finds("the clock is freed, the program goes on"), wanted: "the clock is freed, the program goes on", raw
    ),
    .raw(
      "first remedy by hand: the clock refers to its observer, and removes it in deinit",
      .finds("the view hears 1 change, the clock is freed"), firstRemedy),
    .raw(
      "the first remedy fails: the view is deallocated before the clock", .dies(.stillRegistered),
      current: .finds("the view is freed, the clock is freed, the program goes on"),
      wanted: "the view is freed, the clock is freed, the program goes on", firstRemedyFails),
    .raw(
      "second remedy by hand: the view retains the clock, and removes itself in deinit",
      .finds("the clock is alive with the view, and freed with it"), secondRemedy),
    .managed(
      "the controller retains the clock", .finds("the clock is alive with the view, and freed with it"), managed),
  ]

  private class ClockView: TellingView {}

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let view = ClockView(story)
    let probe: Probe
    do {
      let clock = Clock()
      probe = Probe(clock)
      clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
      clock.date = 2
      story.say("the scope of the clock ends")
    }
    return "the clock is \(probe.fate), the program goes on"
  }
  // snippet.end

  /// Refers to its observer weakly, and removes it in deinit.
  private final class TidyClock: Clock {
    weak var observer: KeyValueObject?

    deinit {
      if let observer { removeObserver(observer, forKeyPath: "date") }
    }
  }

  private static func firstRemedy(_ story: Story) -> String {
    let view = ClockView(story)
    let probe: Probe
    do {
      let clock = TidyClock()
      probe = Probe(clock)
      clock.observer = view
      clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
      clock.date = 2
      story.say("the scope of the clock ends")
    }
    return "the view hears \(plural(view.calls, "change")), the clock is \(probe.fate)"
  }

  private static func firstRemedyFails(_ story: Story) -> String {
    var clock: TidyClock! = TidyClock()
    var view: ClockView! = ClockView(story)
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    clock.observer = view
    clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
    view = nil
    story.say("the view is \(viewProbe.fate), the clock's reference to it is \(clock.observer as Any)")
    clock = nil
    return "the view is \(viewProbe.fate), the clock is \(clockProbe.fate), the program goes on"
  }

  // snippet.second-remedy
  /// Retains the clock that it observes, and removes itself in deinit.
  private final class KeepingView: ClockView {
    private let clock: Clock

    init(of clock: Clock, _ story: Story) {
      self.clock = clock
      super.init(story)
      clock.addObserver(self, forKeyPath: "date", options: [.old, .new])
    }

    deinit { clock.removeObserver(self, forKeyPath: "date") }
  }
  // snippet.end

  private static func secondRemedy(_ story: Story) -> String {
    let probe: Probe
    var view: KeepingView!
    do {
      let clock = Clock()
      probe = Probe(clock)
      view = KeepingView(of: clock, story)
      clock.date = 2
      story.say("the scope of the clock ends")
    }
    let withView = probe.fate
    story.say("the view has heard \(plural(view.calls, "change")), and is released")
    view = nil
    return "the clock is \(withView) with the view, and \(probe.fate) with it"
  }

  private static func managed(_ story: Story) -> String {
    let probe: Probe
    var view: ClockView! = ClockView(story)
    do {
      let clock = Clock()
      probe = Probe(clock)
      view.kvoController.observe(clock, keyPath: "date", options: [.old, .new], context: nil)
      clock.date = 2
      story.say("the scope of the clock ends")
    }
    let withView = probe.fate
    story.say("the view has heard \(plural(view.calls, "change")), and is released")
    view = nil
    return "the clock is \(withView) with the view, and \(probe.fate) with it"
  }
}
