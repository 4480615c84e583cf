import Harness
import ManagedObserving
import RawObserving

/// MED-1: an object observes itself through the controller that retains what it observes.
enum SelfObservationCycle {
  static let pitfall = Pitfall(
    "MED-1", "self-observation-cycle", "An object observes itself through the retaining controller",
    frequency: .rare, symptoms: [.neverFreed],
    change: .delete("kvoController.unobserve(self)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the thermostat never stops", .finds("the thermostat is never freed: a leak"), wanted: "the thermostat is freed",
      misused),
    .managed("the thermostat stops before its owner releases it", .finds("the thermostat is freed"), usedCorrectly),
    .managed(
      "it uses the lifetime-bound controller, and never stops", .finds("the thermostat is freed"), lifetimeBound),
  ]

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

  private static func misused(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.temperature = 21
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.isAlive ? "never freed: a leak" : "freed")"
  }

  private static func usedCorrectly(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.temperature = 21
    thermostat.stop()
    story.say("the owner releases the thermostat")
    thermostat = nil
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
