import ManagedObserving
import RawObserving

/// REG-7: a key is misspelt, and nobody says so.
enum MisspeltKey {
  static let pitfall = Pitfall(
    "REG-7", "misspelt-key", "A misspelt key is accepted in silence",
    lesson: "12-what-registering-does-not-check.md#reg-7-misspelt-key",
    acts: [
      .raw("\"data\" for \"date\"", .finds("1 change is heard 0 times"), silent),
      .raw(
        "\"data\" for \"date\", and a value is asked for at once",
        .dies("was sent to an object that is not KVC-compliant for the \"data\" property"), asked),
      .managed("the typed key path", .finds("1 change is heard 1 time"), typed),
      .managed(
        "\"data\" for \"date\", through a controller", .finds("1 change is heard 0 times"),
        sameMistake: true, byString),
    ])

  private final class ClockView: KeyValueObject {
    private(set) var calls = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { calls += 1 }

    func dateDidChange(_ change: Change<Int>) { calls += 1 }
    func dataDidChange(_ change: KeyValueChange) { calls += 1 }
  }

  // snippet.silent
  private static func silent(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "data", options: .new)
    story.say("the view is registered for \"data\", and the date is set")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "data")  // the same mistake, so the two pair up
    return "1 change is heard \(view.calls) times"
  }
  // snippet.end

  private static func asked(_ story: Story) -> String {
    let clock = Clock()
    story.say("the view asks for \"data\", initial and new")
    clock.addObserver(ClockView(), forKeyPath: "data", options: [.initial, .new])
    return "it went on"
  }

  // snippet.typed
  private static func typed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    view.kvoController.observe(clock, \.$date, action: ClockView.dateDidChange)
    clock.date = 1
    return "1 change is heard \(view.calls) time"
  }
  // snippet.end

  private static func byString(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    view.kvoController.observe(clock, keyPath: "data", action: ClockView.dataDidChange)
    story.say("the controller observes \"data\", and the date is set")
    clock.date = 1
    return "1 change is heard \(view.calls) times"
  }
}
