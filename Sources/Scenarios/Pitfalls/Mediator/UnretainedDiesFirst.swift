import ManagedObserving
import RawObserving

/// MED-11: the observed object dies first, under a controller that does not retain it.
enum UnretainedDiesFirst {
  static let pitfall = Pitfall(
    "MED-11", "unretained-dies-first",
    "The observed object dies first, under the non-retaining controller",
    lesson: "26-the-mediators-small-print.md#med-11-unretained-dies-first",
    acts: [
      .raw(
        "nobody unobserves the clock",
        .dies("was deallocated while key value observers were still registered with it"),
        relaxed: .finds("1 change heard, the clock is gone, the program goes on"), misused),
      .managed(
        "the controller retains the clock", .finds("1 change heard, the clock is alive"), retained),
      .managed(
        "the clock is unobserved first", .finds("1 change heard, the clock is gone"),
        unobservedFirst),
      .managed(
        "the controller is bound to both lifetimes", .finds("1 change heard, the clock is gone"),
        lifetimeBound),
    ])

  private final class ClockView: KeyValueObject {
    private(set) var calls = 0

    func dateDidChange(_ change: Change<Int>) { calls += 1 }
  }

  // snippet.misused
  private static func misused(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoControllerNonRetaining.observe(clock, \.$date, action: ClockView.dateDidChange)
    clock.date = 1
    story.say("the owner lets go of the clock")
    clock = nil
    return "\(view.calls) change heard, the clock is \(fate(probe)), the program goes on"
  }
  // snippet.end

  private static func retained(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoController.observe(clock, \.$date, action: ClockView.dateDidChange)
    clock.date = 1
    story.say("the owner lets go of the clock")
    clock = nil
    return "\(view.calls) change heard, the clock is \(fate(probe))"
  }

  private static func unobservedFirst(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoControllerNonRetaining.observe(clock, \.$date, action: ClockView.dateDidChange)
    clock.date = 1
    story.say("the owner unobserves the clock, and lets go of it")
    view.kvoControllerNonRetaining.unobserve(clock)
    clock = nil
    return "\(view.calls) change heard, the clock is \(fate(probe))"
  }

  // snippet.lifetime-bound
  private static func lifetimeBound(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoControllerLifetimeBound.observe(clock, \.$date, action: ClockView.dateDidChange)
    clock.date = 1
    story.say("the owner lets go of the clock")
    clock = nil
    return "\(view.calls) change heard, the clock is \(fate(probe))"
  }
  // snippet.end

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive" : "gone" }
}
