import Harness
import ManagedObserving
import RawObserving

/// THR-4: an observer sets the property that it is called for, and is called again inside its own call.
enum SetInCallback {
  static let pitfall = Pitfall(
    "THR-4", "set-in-callback", "A callback sets the property that it is called for",
    frequency: .sometimes, symptoms: [.calledTwice, .calledForNothing, .neverEnds],
    change: .delete("if isLowering { return }"), acts: acts)

  static let acts: [Act] = [
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
  ]

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

    func showIfNew(_ temperature: Int) {
      if temperature != shown.last { show(temperature) }
    }

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
