import ManagedObserving
import RawObserving

/// REG-2: the add stands in a hook that runs again and again, the remove in one that runs once.
enum RepeatedHook {
  static let pitfall = Pitfall(
    "REG-2", "repeated-hook", "Added in a hook that runs again and again, removed once",
    lesson: "03-pairing-adds-and-removes.md#reg-2-repeated-hook",
    acts: [
      .raw(
        "the view will appear 3 times and disappears once",
        .finds("a change is heard 3 times, when hidden 2 times"), callsPileUp),
      .raw(
        "the view is hidden, and the clock goes",
        .dies("was deallocated while key value observers were still registered with it"),
        relaxed: .finds("3 adds, 1 remove, the clock is freed in silence"), clockGoes),
      .managed(
        "the view will appear 3 times and disappears once",
        .finds("a change is heard 1 time, when hidden 0 times"), managed),
    ])

  private final class ClockView: KeyValueObject {
    private unowned let clock: Clock  // not the view's own, and may go first
    private(set) var adds = 0
    private(set) var removes = 0
    private(set) var calls = 0

    init(_ clock: Clock) {
      self.clock = clock
    }

    // snippet.hooks
    func viewWillAppear() {
      clock.addObserver(self, forKeyPath: "date", options: .new)
      adds += 1
    }

    func viewDidDisappear() {
      clock.removeObserver(self, forKeyPath: "date")
      removes += 1
    }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
    }

    /// What a programmer who counts would do: one remove for each add that is left.
    func removeTheRest() {
      while removes < adds { viewDidDisappear() }
    }
  }

  private static func callsPileUp(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock)
    story.say("the view will appear; two swipes back are begun and given up")
    for _ in 1...3 { view.viewWillAppear() }
    clock.date = 1
    let whileShown = view.calls
    story.say("the view disappeared, once")
    view.viewDidDisappear()
    clock.date = 2
    let whenHidden = view.calls - whileShown
    view.removeTheRest()
    return "a change is heard \(whileShown) times, when hidden \(whenHidden) times"
  }

  private static func clockGoes(_ story: Story) -> String {
    var clock: Clock? = Clock()
    let probe = Probe(clock!)
    let view = ClockView(clock!)
    for _ in 1...3 { view.viewWillAppear() }
    view.viewDidDisappear()
    story.say("the last reference to the clock is let go")
    clock = nil
    let fate = probe.isAlive ? "alive" : "freed in silence"
    return "\(view.adds) adds, \(view.removes) remove, the clock is \(fate)"
  }

  // snippet.managed-view
  private final class ManagedClockView: KeyValueObject {
    private unowned let clock: Clock
    private(set) var calls = 0

    init(_ clock: Clock) {
      self.clock = clock
    }

    func viewWillAppear() {
      kvoController.observe(clock, \.$date, action: ManagedClockView.dateDidChange)
    }

    func viewDidDisappear() {
      kvoController.unobserve(clock, \.$date)
    }

    func dateDidChange(_ change: Change<Int>) {
      calls += 1
    }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedClockView(clock)
    story.say("the view will appear; two swipes back are begun and given up")
    for _ in 1...3 { view.viewWillAppear() }
    clock.date = 1
    let whileShown = view.calls
    story.say("the view disappeared, once")
    view.viewDidDisappear()
    clock.date = 2
    let whenHidden = view.calls - whileShown
    return "a change is heard \(whileShown) time, when hidden \(whenHidden) times"
  }
}
