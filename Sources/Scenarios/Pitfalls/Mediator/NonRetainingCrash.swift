import ManagedObserving
import RawObserving

/// MED-2: an object observes itself through the controller that does not retain what it observes.
enum NonRetainingCrash {
  static let pitfall = Pitfall(
    "MED-2", "non-retaining-crash",
    "An object observes itself through the non-retaining controller",
    lesson: "09-the-non-retaining-crash.md#med-2-non-retaining-crash",
    acts: [
      .raw(
        "the thermostat never stops",
        .dies("was deallocated while key value observers were still registered with it"),
        relaxed: .finds("the thermostat is gone, the program goes on"), misused),
      .raw(
        "the thermostat stops in its deinit, which is too late",
        .dies("was deallocated while key value observers were still registered with it"),
        relaxed: .finds("the thermostat is gone, the program goes on"), tooLate),
      .raw(
        "the key notifies by hand: no era cleans up after it",
        .dies("was deallocated while key value observers were still registered with it"),
        everyEra: true, byHand),
      .managed(
        "the thermostat stops before its owner lets go",
        .finds("the thermostat is gone"), usedRightly),
      .managed(
        "it is bound to both lives, notifies by hand, and never stops",
        .finds("the thermostat is gone"), everyEra: true, lifetimeBound),
    ])

  // snippet.thermostat
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

    func start() {
      kvoControllerNonRetaining.observe(
        self, \.$temperature, action: Thermostat.temperatureDidChange)
    }

    final func stop() { kvoControllerNonRetaining.unobserve(self) }

    final func temperatureDidChange(_ change: Change<Int>) {
      story.say("the thermostat hears itself: \(temperature) degrees")
    }

    deinit {
      story.say(
        "its deinit body runs: a weak reference to it reads \(itself == nil ? "nil" : "it")")
    }
  }
  // snippet.end

  // snippet.misused
  private static func misused(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner lets go")
    thermostat = nil
    return "the thermostat is \(fate(probe)), the program goes on"
  }
  // snippet.end

  // snippet.too-late
  private final class LateThermostat: Thermostat {
    deinit { stop() }
  }
  // snippet.end

  private static func tooLate(_ story: Story) -> String {
    var thermostat: LateThermostat! = LateThermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner lets go")
    thermostat = nil
    return "the thermostat is \(fate(probe)), the program goes on"
  }

  // snippet.by-hand
  private class ByHandThermostat: Thermostat {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }

    override func measure(_ degrees: Int) {
      willChangeValue(forKey: "temperature")
      temperature = degrees
      didChangeValue(forKey: "temperature")
    }
  }
  // snippet.end

  private static func byHand(_ story: Story) -> String {
    var thermostat: ByHandThermostat! = ByHandThermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner lets go")
    thermostat = nil
    return "the thermostat is \(fate(probe)), the program goes on"
  }

  private static func usedRightly(_ story: Story) -> String {
    var thermostat: Thermostat! = Thermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    thermostat.stop()
    story.say("the owner lets go")
    thermostat = nil
    return "the thermostat is \(fate(probe))"
  }

  // snippet.lifetime-bound
  private final class BoundThermostat: ByHandThermostat {
    override func start() {
      kvoControllerLifetimeBound.observe(
        self, \.$temperature, action: Thermostat.temperatureDidChange)
    }
  }
  // snippet.end

  private static func lifetimeBound(_ story: Story) -> String {
    var thermostat: BoundThermostat! = BoundThermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.measure(21)
    story.say("the owner lets go")
    thermostat = nil
    return "the thermostat is \(fate(probe))"
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive" : "gone" }
}
