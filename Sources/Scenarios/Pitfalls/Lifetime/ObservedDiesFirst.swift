import ManagedObserving
import RawObserving

/// LIF-1: the observed object is deallocated while it still has a registration.
enum ObservedDiesFirst {
  static let pitfall = Pitfall(
    "LIF-1", "observed-dies-first", "The observed object is deallocated before its observer is removed",
    lesson: .whoDiesFirst, symptoms: [.diesWhenObservedGoes],
    why: "A registration retains neither object. In the classic era, an object raises an exception if it still has a "
      + "registration when it is deallocated.",
    fix: "Let the observer retain the observed object and remove itself in deinit. Or observe through a controller, "
      + "which does both.",
    prediction: Prediction(
      "A view observes a clock, and nothing removes the view. The last reference to the clock is released while the "
        + "view still exists. What happens in the classic era?",
      .wrong(
        "Nothing. A deallocated clock makes no changes, so no call can go wrong.",
        "A leftover registration seems harmless once no change can come, and later systems do remove it in silence. "
          + "In the classic era the clock's deinit looks for leftover registrations, and raises an exception if there "
          + "are any."),
      .wrong(
        "The clock stays alive, because the registration retains it.",
        "Many subscriptions keep their source alive. A registration retains neither the observer nor the observed "
          + "object."),
      .right(
        "The process dies when the clock is deallocated.",
        "The clock's deinit finds a leftover registration, and raises an exception that lists it."),
      .wrong(
        "The process dies later, when the view is deallocated.",
        "The view failed to remove itself, so you would expect the error in its deinit. But nothing checks the view's "
          + "registrations when it is deallocated. The check is in the clock's deinit.")),
    acts: [
      .raw(
        "the clock is deallocated while the view observes it",
        .dies(.stillRegistered),
        current: .finds("the clock is freed, the program goes on"),
        wanted: "the clock is freed, the program goes on", raw),
      .raw(
        "first remedy by hand: the clock refers to its observer, and removes it in deinit",
        .finds("the view hears 1 change, the clock is freed"), firstRemedy),
      .raw(
        "the first remedy fails: the view is deallocated before the clock",
        .dies(.stillRegistered),
        current: .finds("the view is freed, the clock is freed, the program goes on"),
        wanted: "the view is freed, the clock is freed, the program goes on", firstRemedyFails),
      .raw(
        "second remedy by hand: the view retains the clock, and removes itself in deinit",
        .finds("the clock is alive with the view, and freed after it"), secondRemedy),
      .managed(
        "the controller retains the clock",
        .finds("the clock is alive with the view, and freed after it"), managed),
    ])

  private class ClockView: KeyValueObject {
    let story: Story
    var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      if let date = change.newValue { story.say("the view hears: the date is \(date)") }
    }
  }

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
    return "the clock is \(fate(probe)), the program goes on"
  }
  // snippet.end

  // snippet.first-remedy
  /// Refers to its observer weakly, and removes it in deinit.
  private final class TidyClock: Clock {
    weak var observer: KeyValueObject?

    deinit {
      if let observer { removeObserver(observer, forKeyPath: "date") }
    }
  }
  // snippet.end

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
    return "the view hears \(plural(view.calls, "change")), the clock is \(fate(probe))"
  }

  private static func firstRemedyFails(_ story: Story) -> String {
    var clock: TidyClock! = TidyClock()
    var view: ClockView! = ClockView(story)
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    clock.observer = view
    clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
    view = nil
    story.say("the view is \(fate(viewProbe)), the clock's reference to it is \(clock.observer as Any)")
    clock = nil
    return "the view is \(fate(viewProbe)), the clock is \(fate(clockProbe)), the program goes on"
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
    let withView = fate(probe)
    story.say("the view has heard \(plural(view.calls, "change")), and is released")
    view = nil
    return "the clock is \(withView) with the view, and \(fate(probe)) after it"
  }

  // snippet.managed
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
    let withView = fate(probe)
    story.say("the view has heard \(plural(view.calls, "change")), and is released")
    view = nil
    return "the clock is \(withView) with the view, and \(fate(probe)) after it"
  }
  // snippet.end

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive" : "freed" }
}
