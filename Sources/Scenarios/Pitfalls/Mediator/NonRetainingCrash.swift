import Harness
import ManagedObserving
import RawObserving

/// MED-2: an object observes itself through the controller that does not retain what it observes.
enum NonRetainingCrash {
  static let pitfall = Pitfall(
    "MED-2", "non-retaining-crash", "An object observes itself through the non-retaining controller",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    change: .delete("thermostat.stop()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the thermostat never stops, and only later systems clean up after it", .dies(.stillRegistered),
      current: .finds("the thermostat is freed, the program goes on"),
      wanted: "the thermostat is freed, the program goes on", misused),
    .raw(
      "the thermostat stops in its deinit, too late, and only later systems clean up after it", .dies(.stillRegistered),
      current: .finds("the thermostat is freed, the program goes on"),
      wanted: "the thermostat is freed, the program goes on", tooLate),
    .managed("the thermostat stops before its owner releases it", .finds("the thermostat is freed"), usedCorrectly),
    .managed("the lifetime-bound controller instead", .finds("the thermostat is freed"), lifetimeBound),
  ]

  private class Thermostat: KeyValueObject {
    @Observed var temperature = 18
    let story: Story
    private weak var itself: Thermostat?

    init(_ story: Story) {
      self.story = story
      super.init()
      itself = self
    }

    func measure(_ degrees: Int) { temperature = degrees }

    // snippet.thermostat
    func start() {
      kvoControllerNonRetaining.observe(self, \.$temperature) { thermostat, _, change in
        thermostat.temperatureDidChange(change)
      }
    }

    final func stop() { kvoControllerNonRetaining.unobserve(self) }
    // snippet.end

    final func temperatureDidChange(_ change: Change<Int>) {
      story.say("the thermostat hears itself: \(temperature) degrees")
    }

    deinit {
      story.say(
        "its deinit body runs: a weak reference to it reads \(itself == nil ? "nil" : "it")")
    }
  }

  private static func misused(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.fate), the program goes on"
  }

  private final class LateThermostat: Thermostat {
    deinit { stop() }
  }

  private static func tooLate(_ story: Story) -> String {
    var thermostat: LateThermostat! = LateThermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.fate), the program goes on"
  }

  private static func usedCorrectly(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    thermostat.stop()
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.fate)"
  }

  // snippet.lifetime-bound
  private final class BoundThermostat: Thermostat {
    override func start() {
      kvoControllerLifetimeBound.observe(self, \.$temperature) { thermostat, _, change in
        thermostat.temperatureDidChange(change)
      }
    }
  }
  // snippet.end

  private static func lifetimeBound(_ story: Story) -> String {
    var thermostat: BoundThermostat! = BoundThermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner releases the thermostat")
    thermostat = nil
    return "the thermostat is \(probe.fate)"
  }
}
