import Harness
import ManagedObserving
import RawObserving

/// REG-2: the add is in a method that runs several times, the removal in one that runs once.
enum RepeatedHook {
  static let pitfall = Pitfall(
    "REG-2", "repeated-hook", "An observer is added in a method that runs several times, but it is removed only once",
    frequency: .daily, symptoms: [.calledTwice, .calledAfterTheEnd, .diesWhenObservedGoes],
    change: .delete(#"kvoController.unobserve(clock, \.$date)"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view appears 3 times and disappears once",
      .finds("the shown view is called 3 times, the hidden view 2 times"),
      wanted: "the shown view is called 1 time, the hidden view 0 times", callsPileUp),
    .raw(
      "the view is hidden, and the clock is freed", .dies(.stillRegistered),
      current: .finds("the clock is freed after 3 adds and 1 removal"),
      wanted: "the clock is freed after 1 add and 1 removal", clockGoes),
    .managed(
      "the view appears 3 times and disappears once",
      .finds("the shown view is called 1 time, the hidden view 0 times"), managed),
  ]

  private final class ClockView: CountingView {
    private unowned let clock: Clock  // owned by other code, and may be deallocated first
    private(set) var adds = 0
    private(set) var removes = 0

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

    /// Removes the view once for each add that is left, as careful code would.
    func removeTheRest() {
      while removes < adds { viewDidDisappear() }
    }
  }

  private static func callsPileUp(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock)
    story.say("the view appears 3 times: the user starts two swipes back and abandons both")
    for _ in 1...3 { view.viewWillAppear() }
    clock.date = 1
    let whileShown = view.calls
    story.say("the view disappears once")
    view.viewDidDisappear()
    clock.date = 2
    let whenHidden = view.calls - whileShown
    view.removeTheRest()
    return "the shown view is called \(times(whileShown)), the hidden view \(times(whenHidden))"
  }

  private static func clockGoes(_ story: Story) -> String {
    var clock: Clock? = Clock()
    let probe = Probe(clock!)
    let view = ClockView(clock!)
    for _ in 1...3 { view.viewWillAppear() }
    view.viewDidDisappear()
    story.say("the last reference to the clock is released")
    clock = nil
    let fate = probe.fate
    return "the clock is \(fate) after \(plural(view.adds, "add")) and \(plural(view.removes, "removal"))"
  }

  // snippet.managed-view
  private final class ManagedClockView: KeyValueObject {
    private unowned let clock: Clock
    private(set) var calls = 0

    init(_ clock: Clock) {
      self.clock = clock
    }

    func viewWillAppear() {
      kvoController.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
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
    story.say("the view appears 3 times: the user starts two swipes back and abandons both")
    for _ in 1...3 { view.viewWillAppear() }
    clock.date = 1
    let whileShown = view.calls
    story.say("the view disappears once")
    view.viewDidDisappear()
    clock.date = 2
    let whenHidden = view.calls - whileShown
    return "the shown view is called \(times(whileShown)), the hidden view \(times(whenHidden))"
  }
}
