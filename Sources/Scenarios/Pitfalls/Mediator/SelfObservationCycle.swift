import ManagedObserving
import RawObserving

/// MED-1: an object observes itself through the controller that retains what it observes.
enum SelfObservationCycle {
  static let pitfall = Pitfall(
    "MED-1", "self-observation-cycle",
    "An object observes itself through the retaining controller",
    lesson: .mediatorTraps, symptoms: [.neverFreed],
    why: "The object owns its controller, and the controller retains the object, because it observes it. This is a "
      + "retain cycle, so the deinit that would unobserve never runs.",
    fix: "Unobserve by hand before the last owner releases the object, or use `kvoControllerLifetimeBound`, which "
      + "does not retain it.",
    prediction: Prediction(
      "A thermostat observes its own temperature through its `kvoController`, which unobserves everything when its "
        + "observer is deallocated. The owner of the thermostat releases it. What happens to the thermostat?",
      .right(
        "It stays in memory, and its deinit never runs.",
        "The controller retains what it observes, which is the thermostat, and the thermostat owns the controller."),
      .wrong(
        "It is deallocated, and the controller unobserves it.",
        "This is what the controller does for every observer that observes another object. But this controller retains "
          + "its own observer, so the deallocation that would make it unobserve never happens."),
      .wrong(
        "The process dies: the thermostat is deallocated while it is observed.",
        "An object that observes itself by hand and forgets to remove itself does end in an exception. This one is "
          + "retained, so it is not deallocated at all.")),
    acts: [
      .raw(
        "the thermostat never stops",
        .finds("the thermostat is never freed: a leak"),
        wanted: "the thermostat is freed", misused),
      .managed(
        "the thermostat stops before its owner releases it",
        .finds("the thermostat is freed"), usedCorrectly),
      .managed(
        "it uses the lifetime-bound controller, and never stops",
        .finds("the thermostat is freed"), lifetimeBound),
    ])

  // snippet.thermostat
  private final class Thermostat: KeyValueObject {
    @Observed var temperature = 18
    let story: Story

    init(_ story: Story) {
      self.story = story
    }

    func start() {
      kvoController.observe(self, \.$temperature) { thermostat, _, _ in
        thermostat.story.say("the thermostat hears itself: \(thermostat.temperature) degrees")
      }
    }

    func stop() {
      kvoController.unobserve(self)
    }

    deinit { story.say("the thermostat's deinit runs") }
  }
  // snippet.end

  // snippet.misused
  private static func misused(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.temperature = 21
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.isAlive ? "never freed: a leak" : "freed")"
  }
  // snippet.end

  private static func usedCorrectly(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    // snippet.used-correctly
    thermostat.start()
    thermostat.temperature = 21
    thermostat.stop()
    story.say("the owner releases the thermostat")
    thermostat = nil
    // snippet.end
    return "the thermostat is \(probe.isAlive ? "never freed: a leak" : "freed")"
  }

  // snippet.lifetime-bound
  private static func lifetimeBound(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.kvoControllerLifetimeBound.observe(thermostat, \.$temperature) { thermostat, _, _ in
      story.say("the thermostat hears itself: \(thermostat.temperature) degrees")
    }
    thermostat.temperature = 21
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.isAlive ? "never freed: a leak" : "freed")"
  }
  // snippet.end
}
