import ManagedObserving
import RawObserving

/// REG-9: the key path comes from elsewhere, and is empty.
enum EmptyKeyPath {
  static let pitfall = Pitfall(
    "REG-9", "empty-key-path", "A key path that comes from elsewhere is empty",
    lesson: "12-what-registering-does-not-check.md#reg-9-empty-key-path",
    acts: [
      .raw("nobody has chosen what to show", .dies("the key path \"\" cannot be used"), raw),
      .managed(
        "nobody has chosen what to show",
        .dies("-[KVOController observe:keyPath:options:action:]: a key path is empty"),
        sameMistake: true, managed),
      .managed(
        "the choice is one of typed key paths",
        .finds("no choice: 0 calls; date: 1 call"), chosen),
    ])

  private final class ClockView: KeyValueObject {
    private(set) var calls = 0

    func valueDidChange(_ change: KeyValueChange) { calls += 1 }
    func dateDidChange(_ change: Change<Int>) { calls += 1 }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let settings: [String: String] = [:]
    let keyPath = settings["what to show", default: ""]
    story.say("the settings say: \"\(keyPath)\"")
    Clock().addObserver(ClockView(), forKeyPath: keyPath)
    return "it went on"
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let settings: [String: String] = [:]
    let keyPath = settings["what to show", default: ""]
    story.say("the settings say: \"\(keyPath)\"")
    let view = ClockView()
    view.kvoController.observe(Clock(), keyPath: keyPath, action: ClockView.valueDidChange)
    return "it went on"
  }

  // snippet.chosen
  private static func chosen(_ story: Story) -> String {
    let choices = ["date": \Clock.$date]
    let calls = ["", "date"].map { choice in
      let clock = Clock()
      let view = ClockView()
      if let property = choices[choice] {
        view.kvoController.observe(clock, property, action: ClockView.dateDidChange)
      }
      story.say("the settings say: \"\(choice)\", and the date is set")
      clock.date = 1
      return view.calls
    }
    return "no choice: \(calls[0]) calls; date: \(calls[1]) call"
  }
  // snippet.end
}
