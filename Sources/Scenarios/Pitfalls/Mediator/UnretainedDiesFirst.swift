import ManagedObserving
import RawObserving

/// MED-11: the observed object is deallocated first, and the controller does not retain it.
enum UnretainedDiesFirst {
  static let pitfall = Pitfall(
    "MED-11", "unretained-dies-first",
    "The observed object is deallocated before its non-retaining controller",
    lesson: .mediatorTraps, symptoms: [.diesWhenObservedGoes],
    why: "The controller holds the observed object weakly and is not told when the object is deallocated, so the "
      + "registration is not removed.",
    fix: "Unobserve before the observed object is deallocated, or retain it. Or use `kvoControllerLifetimeBound`, "
      + "which removes the registration when either object is deallocated.",
    prediction: Prediction(
      "A view observes a clock through `kvoControllerNonRetaining`. The owner of the clock releases it, and no code "
        + "has unobserved it. The view and its controller stay in memory. What happens, in the classic era?",
      .right(
        "The process dies: the clock is deallocated while an observer is registered with it.",
        "This is LIF-1 through a mediator: the controller does not retain the clock, and is not told that it is "
          + "deallocated."),
      .wrong(
        "The controller finds its weak reference nil, and removes the registration.",
        "A weak reference turns nil by itself, but no code runs at that moment. And with nil there is no object left "
          + "to remove from."),
      .wrong(
        "The clock stays in memory until the view is deallocated.",
        "`kvoController` works like this, because it retains what it observes. This one does not.")),
    acts: [
      .raw(
        "the clock is not unobserved, and only later systems clean up after it",
        .dies(.stillRegistered),
        current: .finds("the view hears 1 change, the clock is freed, the program goes on"),
        wanted: "the view hears 1 change, the clock is freed, the program goes on", misused),
      .managed(
        "the controller retains the clock", .finds("the view hears 1 change, the clock is alive"), retained),
      .managed(
        "the clock is unobserved first", .finds("the view hears 1 change, the clock is freed"),
        unobservedFirst),
      .managed(
        "the lifetime-bound controller", .finds("the view hears 1 change, the clock is freed"),
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
    view.kvoControllerNonRetaining.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    story.say("the owner releases the clock")
    clock = nil
    return "the view hears \(plural(view.calls, "change")), the clock is \(fate(probe)), the program goes on"
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
    return "the view hears \(plural(view.calls, "change")), the clock is \(fate(probe))"
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
    return "the view hears \(plural(view.calls, "change")), the clock is \(fate(probe))"
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
    return "the view hears \(plural(view.calls, "change")), the clock is \(fate(probe))"
  }
  // snippet.end

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive" : "freed" }
}
