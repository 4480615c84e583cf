import ManagedObserving
import RawObserving

/// MED-1: an object observes itself through the controller that retains what it observes.
enum SelfObservationCycle {
  static let pitfall = Pitfall(
    "MED-1", "self-observation-cycle",
    "An object observes itself through the retaining controller",
    lesson: "08-observing-oneself.md#med-1-self-observation-cycle",
    acts: [
      .raw(
        "the thermostat never stops",
        .finds("nobody owns the thermostat: alive, a leak"), misused),
      .managed(
        "the thermostat stops before its owner lets go",
        .finds("nobody owns the thermostat: gone"), usedRightly),
      .managed(
        "it uses the controller that is bound to both lives, and never stops",
        .finds("nobody owns the thermostat: gone"), lifetimeBound),
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
    story.say("the owner lets go")
    thermostat = nil
    return "nobody owns the thermostat: \(probe.isAlive ? "alive, a leak" : "gone")"
  }
  // snippet.end

  // snippet.used-rightly
  private static func usedRightly(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.temperature = 21
    thermostat.stop()
    story.say("the owner lets go")
    thermostat = nil
    return "nobody owns the thermostat: \(probe.isAlive ? "alive, a leak" : "gone")"
  }
  // snippet.end

  // snippet.lifetime-bound
  private static func lifetimeBound(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.kvoControllerLifetimeBound.observe(thermostat, \.$temperature) { thermostat, _, _ in
      story.say("the thermostat hears itself: \(thermostat.temperature) degrees")
    }
    thermostat.temperature = 21
    story.say("the owner lets go")
    thermostat = nil
    return "nobody owns the thermostat: \(probe.isAlive ? "alive, a leak" : "gone")"
  }
  // snippet.end
}
