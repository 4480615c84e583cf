import Harness
import ManagedObserving
import RawObserving

/// KEY-5: assigning the value that a property already has notifies like any other assignment.
enum EqualValue {
  static let pitfall = Pitfall(
    "KEY-5", "equal-value", "A property is set to the value that it already has",
    frequency: .daily, symptoms: [.calledForNothing, .calledTwice, .neverEnds],
    change: .double("for _ in 1...3 { thermostat.temperature = 18 }", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a temperature of 18 is set to 18", .finds("3 equal sets make 3 calls and 3 redraws"),
      wanted: "3 equal sets make 3 calls and 0 redraws", raw),
    .raw(
      "two thermostats follow each other", .finds("1 set makes 20 calls, and only a limit stops them"),
      wanted: "1 set makes 2 calls, which end by themselves", followEachOther),
    .managed("the view compares old and new", .finds("3 equal sets make 3 calls and 0 redraws"), compares),
    .managed(
      "two thermostats follow each other, and compare", .finds("1 set makes 2 calls, which end by themselves"),
      compareAndFollow),
  ]

  private final class ThermostatView: KeyValueObject {
    let story: Story
    var calls = 0
    private(set) var redraws = 0

    init(_ story: Story) {
      self.story = story
    }

    func redraw(_ temperature: Int) {
      redraws += 1
      story.say("the view draws \(temperature) degrees")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      if let temperature = change.newValue as? Int { redraw(temperature) }
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let thermostat = Thermostat()
    let view = ThermostatView(story)
    thermostat.addObserver(view, forKeyPath: "temperature", options: .new)
    for _ in 1...3 { thermostat.temperature = 18 }  // the value is already 18
    thermostat.removeObserver(view, forKeyPath: "temperature")
    return "3 equal sets make \(plural(view.calls, "call")) and \(plural(view.redraws, "redraw"))"
  }
  // snippet.end

  /// Sets one thermostat to the temperature of another.
  private final class Follower: KeyValueObject {
    private let follower: Thermostat
    private let shouldGoOn: () -> Bool

    init(_ follower: Thermostat, while shouldGoOn: @escaping () -> Bool) {
      self.follower = follower
      self.shouldGoOn = shouldGoOn
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard shouldGoOn(), let temperature = change.newValue as? Int else { return }
      follower.temperature = temperature
    }
  }

  private static func followEachOther(_ story: Story) -> String {
    let (hall, kitchen) = (Thermostat(), Thermostat())
    var calls = 0
    // Only this limit stops the calls. Without it the process ends with a message.
    let mostCalls = 20
    let shouldGoOn = {
      calls += 1
      return calls < mostCalls
    }
    let kitchenFollows = Follower(kitchen, while: shouldGoOn)
    let hallFollows = Follower(hall, while: shouldGoOn)
    hall.addObserver(kitchenFollows, forKeyPath: "temperature", options: .new)
    kitchen.addObserver(hallFollows, forKeyPath: "temperature", options: .new)
    story.say("the hall is set to 20, once")
    hall.temperature = 20
    hall.removeObserver(kitchenFollows, forKeyPath: "temperature")
    kitchen.removeObserver(hallFollows, forKeyPath: "temperature")
    let end = calls < mostCalls ? "which end by themselves" : "and only a limit stops them"
    return "1 set makes \(plural(calls, "call")), \(end)"
  }

  // snippet.managed
  private static func compares(_ story: Story) -> String {
    let thermostat = Thermostat()
    let view = ThermostatView(story)
    view.kvoController.observe(thermostat, \.$temperature, options: .old) {
      view, thermostat, change in
      view.calls += 1
      if change.value != change.oldValue { view.redraw(thermostat.temperature) }
    }
    for _ in 1...3 { thermostat.temperature = 18 }  // the value is already 18
    return "3 equal sets make \(plural(view.calls, "call")) and \(plural(view.redraws, "redraw"))"
  }
  // snippet.end

  private static func compareAndFollow(_ story: Story) -> String {
    let (hall, kitchen) = (Thermostat(), Thermostat())
    var calls = 0
    let controller = KVOController(observer: hall)
    for (leader, follower) in [(hall, kitchen), (kitchen, hall)] {
      controller.observe(leader, \.$temperature) { _, leader, _ in
        calls += 1
        if follower.temperature != leader.temperature { follower.temperature = leader.temperature }
      }
    }
    story.say("the hall is set to 20, once")
    hall.temperature = 20
    controller.unobserveAll()
    return "1 set makes \(plural(calls, "call")), which end by themselves"
  }
}
