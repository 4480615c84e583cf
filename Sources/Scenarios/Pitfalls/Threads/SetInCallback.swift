import ManagedObserving
import RawObserving

/// THR-4: an observer sets the property that it is called for, and is called again inside its own call.
enum SetInCallback {
  static let pitfall = Pitfall(
    "THR-4", "set-in-callback", "A callback sets the property that it is called for",
    lesson: .threadsAndCallbacks, symptoms: [.calledTwice, .calledForNothing, .neverEnds],
    why: "A set inside a callback is another change. It calls every observer before the outer change has reached all "
      + "of them. Each call carries the value that the property has by then, so the outer calls repeat it.",
    fix: "Put the rule into the setter. Or guard the callback, and let the other observers ignore a value that they "
      + "already have. The mediator does not help.",
    prediction: Prediction(
      "A saver observes a thermostat and lowers whatever is set above 20 degrees by one degree. A display was added "
        + "before the saver, and is called after it. It shows the new value of each change. 25 is set. What is the "
        + "temperature then, and what does the display show?",
      .wrong(
        "24. The display shows 24.",
        "This is what the saver is meant to do. But its own set calls it again, as long as the value is above 20."),
      .wrong(
        "20. The display shows 20, 21, 22, 23, 24 and 25.",
        "The display is called for the inner changes first, and for the outer one last. But the new value is read just "
          + "before each call, and is 20 by then."),
      .right(
        "20. The display shows 20, six times.",
        "The saver is called inside its own call, until the temperature is 20. Only then is the display called, once for "
          + "each change, and each time it is told of the present value."),
      .wrong(
        "25, because a set inside a callback has no effect.",
        "An engine could ignore a nested set to protect itself. This engine treats it like any other change.")),
    acts: [
      .raw(
        "the saver has no guard", .finds("25 is lowered to 20, the displays show a value again 5 times"),
        wanted: "25 is lowered to 24, the displays show a value again 0 times"
      ) { raw($0, Saver()) },
      .raw(
        "the saver has a guard", .finds("25 is lowered to 24, the displays show a value again 1 time"),
        wanted: "25 is lowered to 24, the displays show a value again 0 times"
      ) { raw($0, GuardedSaver()) },
      .managed(
        "a guard, and displays that ignore the value that they show",
        .finds("25 is lowered to 24, the displays show a value again 0 times")
      ) { managed($0, GuardedSaver()) { $0.showIfNew($1) } },
      .managed(
        "no guard, and displays that show what the change says",
        .finds("25 is lowered to 20, the displays show a value again 5 times"),
        wanted: "25 is lowered to 24, the displays show a value again 0 times", sameMistake: true
      ) { managed($0, Saver()) { $0.show($1) } },
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

    // snippet.if-new
    func showIfNew(_ temperature: Int) {
      if temperature != shown.last { show(temperature) }
    }
    // snippet.end

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
    _ story: Story, _ saver: Saver, _ show: @escaping (Display, Int) -> Void
  ) -> String {
    let thermostat = Thermostat()
    let displays = [Display(), Display()]
    func watch(_ display: Display) {
      display.kvoController.observe(thermostat, \.$temperature) { display, _, change in
        show(display, change.value)
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
    let repeats = displays.map { display in zip(display.shown, display.shown.dropFirst()).count { $0 == $1 } }
    return "25 is lowered to \(thermostat.temperature), "
      + "the displays show a value again \(times(repeats.reduce(0, +)))"
  }
}
