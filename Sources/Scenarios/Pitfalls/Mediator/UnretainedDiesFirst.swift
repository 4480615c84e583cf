import Harness
import ManagedObserving
import RawObserving

/// MED-11: the observed object is deallocated first, and the controller does not retain it.
enum UnretainedDiesFirst {
  static let pitfall = Pitfall(
    "MED-11", "unretained-dies-first", "The observed object is deallocated before its non-retaining controller",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    change: .delete("view.kvoControllerNonRetaining.unobserve(clock)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the clock is not unobserved, and only later systems clean up after it", .dies(.stillRegistered),
      current: .finds("the view hears 1 change, the clock is freed, the program goes on"),
      wanted: "the view hears 1 change, the clock is freed, the program goes on", misused),
    .managed("the controller retains the clock", .finds("the view hears 1 change, the clock is alive"), retained),
    .managed("the clock is unobserved first", .finds("the view hears 1 change, the clock is freed"), unobservedFirst),
    .managed("the lifetime-bound controller", .finds("the view hears 1 change, the clock is freed"), lifetimeBound),
  ]

  private final class ClockView: KeyValueObject {
    private(set) var calls = 0

    func dateDidChange(_ change: Change<Int>) { calls += 1 }
  }

  // snippet.misused
  private static func misused(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoControllerNonRetaining.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    story.say("the owner releases the clock")
    clock = nil
    return "the view hears \(plural(view.calls, "change")), the clock is \(probe.fate), the program goes on"
  }
  // snippet.end

  private static func retained(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoController.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    story.say("the owner releases the clock")
    clock = nil
    return "the view hears \(plural(view.calls, "change")), the clock is \(probe.fate)"
  }

  private static func unobservedFirst(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoControllerNonRetaining.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    story.say("the owner unobserves the clock, and releases it")
    view.kvoControllerNonRetaining.unobserve(clock)
    clock = nil
    return "the view hears \(plural(view.calls, "change")), the clock is \(probe.fate)"
  }

  // snippet.lifetime-bound
  private static func lifetimeBound(_ story: Story) -> String {
    let view = ClockView()
    var clock: Clock! = Clock()
    let probe = Probe(clock)
    view.kvoControllerLifetimeBound.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    story.say("the owner releases the clock")
    clock = nil
    return "the view hears \(plural(view.calls, "change")), the clock is \(probe.fate)"
  }
  // snippet.end
}
