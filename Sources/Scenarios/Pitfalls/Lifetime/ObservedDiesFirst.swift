import ManagedObserving
import RawObserving

/// LIF-1: the observed object dies while somebody is still registered with it.
enum ObservedDiesFirst {
  static let pitfall = Pitfall(
    "LIF-1", "observed-dies-first", "The observed object dies before its observer is removed",
    lesson: "04-who-dies-first.md#lif-1-observed-dies-first",
    acts: [
      .raw(
        "the clock dies while the view observes it",
        .dies("was deallocated while key value observers were still registered with it"),
        relaxed: .finds("the clock is gone, the program goes on"), raw),
      .raw(
        "first cure by hand: the clock knows its observer, and removes it in deinit",
        .finds("1 change heard, the clock is gone"), firstCure),
      .raw(
        "where the first cure fails: the view died before the clock",
        .dies("was deallocated while key value observers were still registered with it"),
        relaxed: .finds("the view is gone, the clock is gone, the program goes on"), firstCureFails),
      .raw(
        "second cure by hand: the view keeps the clock, and removes itself in deinit",
        .finds("the clock is alive with the view, gone without it"), secondCure),
      .managed(
        "the controller keeps the clock",
        .finds("the clock is alive with the view, gone without it"), managed),
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
      story.say("the view hears: \(change)")
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

  // snippet.first-cure
  /// Is told who observes it, and removes that observer when it dies.
  private final class TidyClock: Clock {
    weak var observer: KeyValueObject?

    deinit {
      if let observer { removeObserver(observer, forKeyPath: "date") }
    }
  }
  // snippet.end

  private static func firstCure(_ story: Story) -> String {
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
    return "\(view.calls) change heard, the clock is \(fate(probe))"
  }

  // snippet.first-cure-fails
  private static func firstCureFails(_ story: Story) -> String {
    var clock: TidyClock! = TidyClock()
    var view: ClockView! = ClockView(story)
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    clock.observer = view
    clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
    view = nil
    story.say("the view is \(fate(viewProbe)), the clock's reference is \(clock.observer as Any)")
    clock = nil
    return "the view is \(fate(viewProbe)), the clock is \(fate(clockProbe)), the program goes on"
  }
  // snippet.end

  // snippet.second-cure
  /// Keeps what it observes, and removes itself when it dies.
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

  private static func secondCure(_ story: Story) -> String {
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
    story.say("the view has heard \(view.calls) change, and goes")
    view = nil
    return "the clock is \(withView) with the view, \(fate(probe)) without it"
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
    let withView = fate(probe)
    story.say("the view has heard \(view.calls) change, and goes")
    view = nil
    return "the clock is \(withView) with the view, \(fate(probe)) without it"
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive" : "gone" }
}
