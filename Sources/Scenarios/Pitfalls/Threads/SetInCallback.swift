import ManagedObserving
import RawObserving

/// THR-4: an observer sets the property that it is called for, and is called again inside its own call.
enum SetInCallback {
  static let pitfall = Pitfall(
    "THR-4", "set-in-callback", "A callback sets the property that it is called for",
    lesson: .threadsAndCallbacks, symptoms: [.calledTwice, .wrongOrder, .neverEnds],
    why: "A set inside a callback is another change. It calls every observer before the outer change has reached all "
      + "of them.",
    fix: "Put the rule into the setter. Or guard the callback, and let the other observers read the property. The "
      + "mediator does not help.",
    prediction: Prediction(
      "A saver observes a thermostat and lowers whatever is set above 20 degrees by one degree. One display is "
        + "added before the saver and one after it, and each shows the new value of the change. 25 is set. What is "
        + "the temperature then, and what do the displays show last?",
      .wrong(
        "24, and both displays show 24.",
        "This is what the saver is meant to do. But its own set calls it again, as long as the value is above 20."),
      .wrong(
        "20, and both displays show 20.",
        "The recursion is right: each set calls the saver again, until the temperature is 20. But one display is "
          + "called for the inner changes first and for the outer one last."),
      .right(
        "20; one display shows 20, and the other 25.",
        "The saver is called inside its own call. A display that is called after the saver gets the changes in "
          + "reverse order."),
      .wrong(
        "25, because a set inside a callback has no effect.",
        "An engine could ignore a nested set to protect itself. This engine treats it like any other change.")),
    acts: [
      .raw(
        "the saver has no guard", .finds("the saver lowers 25 to 20, shown by 1 of 2 displays"),
        wanted: "the saver lowers 25 to 24, shown by 2 of 2 displays"
      ) { raw($0, Saver()) },
      .raw(
        "the saver has a guard", .finds("the saver lowers 25 to 24, shown by 1 of 2 displays"),
        wanted: "the saver lowers 25 to 24, shown by 2 of 2 displays"
      ) { raw($0, GuardedSaver()) },
      .managed(
        "a guard, and displays that read the thermostat",
        .finds("the saver lowers 25 to 24, shown by 2 of 2 displays")
      ) { managed($0, GuardedSaver()) { thermostat, _ in thermostat.temperature } },
      .managed(
        "no guard, and displays that show what the change says",
        .finds("the saver lowers 25 to 20, shown by 1 of 2 displays"),
        wanted: "the saver lowers 25 to 24, shown by 2 of 2 displays", sameMistake: true
      ) { managed($0, Saver()) { $1.value } },
    ])

  // snippet.saver
  /// Is meant to lower a temperature above 20 degrees by one degree, once.
  private class Saver: KeyValueObject {
    func lower(_ thermostat: Thermostat) {
      if thermostat.temperature > 20 { thermostat.temperature -= 1 }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let thermostat = object as? Thermostat { lower(thermostat) }
    }
  }
  // snippet.end

  // snippet.guarded
  private final class GuardedSaver: Saver {
    private var isLowering = false

    override func lower(_ thermostat: Thermostat) {
      if isLowering { return }  // the saver's own change caused this call
      isLowering = true
      defer { isLowering = false }
      super.lower(thermostat)
    }
  }
  // snippet.end

  private final class Display: KeyValueObject {
    private(set) var shown: [Int] = []

    func show(_ temperature: Int) { shown.append(temperature) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      show(change.newValue as? Int ?? 0)
    }
  }

  private static func raw(_ story: Story, _ saver: Saver) -> String {
    let thermostat = Thermostat()
    let displays = [Display(), Display()]
    // One display is added before the saver and one after: in any order, one is called after it.
    let observers = [displays[0], saver, displays[1]]
    for observer in observers {
      thermostat.addObserver(observer, forKeyPath: "temperature", options: .new)
    }
    thermostat.temperature = 25
    for observer in observers {
      thermostat.removeObserver(observer, forKeyPath: "temperature")
    }
    return finding(story, thermostat, displays)
  }

  private static func managed(
    _ story: Story, _ saver: Saver, _ told: @escaping (Thermostat, Change<Int>) -> Int
  ) -> String {
    let thermostat = Thermostat()
    let displays = [Display(), Display()]
    func watch(_ display: Display) {
      display.kvoController.observe(thermostat, \.$temperature) { display, thermostat, change in
        display.show(told(thermostat, change))
      }
    }
    watch(displays[0])
    saver.kvoController.observe(thermostat, \.$temperature) { saver, thermostat, _ in
      saver.lower(thermostat)
    }
    watch(displays[1])
    thermostat.temperature = 25
    return finding(story, thermostat, displays)
  }

  private static func finding(
    _ story: Story, _ thermostat: Thermostat, _ displays: [Display]
  ) -> String {
    for (when, display) in zip(["before", "after"], displays) {
      story.say("the display added \(when) the saver shows \(display.shown)")
    }
    let now = thermostat.temperature
    let right = displays.count { $0.shown.last == now }
    return "the saver lowers 25 to \(now), shown by \(right) of \(displays.count) displays"
  }
}
