import Harness
import ManagedObserving
import RawObserving

/// LIF-5: an object that observes itself has to remove itself by hand, in its deinit.
enum ForgetfulSelfObserver {
  static let pitfall = Pitfall(
    "LIF-5", "forgetful-self-observer", "An object that observes itself does not remove itself",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    change: .delete(#"deinit { removeObserver(self, forKeyPath: "temperature") }"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the thermostat forgets to remove itself", .dies(.stillRegistered),
      current: .finds("the thermostat hears 1 change, and is freed"),
      wanted: "the thermostat hears 1 change, and is freed", raw),
    .raw("remedy by hand: it removes itself in deinit", .finds("the thermostat hears 1 change, and is freed"), remedy),
    .managed(
      "it observes itself through a controller, and calls unobserve twice",
      .finds("the thermostat hears 1 change, 0 once stopped, and is freed"), managed),
    .managed(
      "it stores a controller, which is released too late", .dies(.stillRegistered),
      current: .finds("the thermostat hears 1 change, and is freed"),
      wanted: "the thermostat hears 1 change, and is freed", sameMistake: true, stored),
  ]

  // snippet.thermostat
  private class Thermostat: KeyValueObject {
    @Observed var temperature = 18
    var heard = 0
    let story: Story

    init(_ story: Story) {
      self.story = story
    }

    func start() {
      addObserver(self, forKeyPath: "temperature", options: .new)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      heard += 1
      story.say("the thermostat hears itself: \(temperature) degrees")
    }
  }
  // snippet.end

  private static func life(_ story: Story, of make: (Story) -> Thermostat) -> String {
    var thermostat: Thermostat! = make(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.temperature = 21
    let heard = thermostat.heard
    story.say("the last reference is released")
    thermostat = nil
    return "the thermostat hears \(plural(heard, "change")), and is \(probe.fate)"
  }

  private static func raw(_ story: Story) -> String {
    life(story, of: Thermostat.init)
  }

  // snippet.remedy
  private final class TidyThermostat: Thermostat {
    deinit { removeObserver(self, forKeyPath: "temperature") }
  }
  // snippet.end

  private static func remedy(_ story: Story) -> String {
    life(story, of: TidyThermostat.init)
  }

  private final class StoringThermostat: Thermostat {
    private var cleaner: Cleaner?

    override func start() {
      let controller = KVOController(observer: self, retainObserved: false)
      controller.observe(self, keyPath: "temperature", options: .new, context: nil)
      cleaner = Cleaner(controller, story)
    }

    deinit { story.say("the deinit body runs") }
  }

  /// Holds the controller, and says when it is released.
  private final class Cleaner {
    private let controller: KVOController<StoringThermostat>
    private let story: Story

    init(_ controller: KVOController<StoringThermostat>, _ story: Story) {
      self.controller = controller
      self.story = story
    }

    deinit { story.say("the stored properties are released, and the controller with them") }
  }

  private static func stored(_ story: Story) -> String {
    life(story, of: StoringThermostat.init)
  }

  private final class ManagedThermostat: Thermostat {
    override func start() {
      kvoControllerNonRetaining.observe(self, keyPath: "temperature", options: .new, context: nil)
    }

    func stop() {
      kvoControllerNonRetaining.unobserve(self)
    }
  }

  private static func managed(_ story: Story) -> String {
    var thermostat: ManagedThermostat! = ManagedThermostat(story)
    let probe = Probe(thermostat)
    thermostat.start()
    thermostat.temperature = 21
    thermostat.stop()
    thermostat.stop()  // harmless
    let heard = thermostat.heard
    thermostat.temperature = 24
    let later = thermostat.heard - heard
    story.say("the last reference is released")
    thermostat = nil
    let fate = probe.fate
    return "the thermostat hears \(plural(heard, "change")), \(later) once stopped, and is \(fate)"
  }
}
