import Harness
import ManagedObserving
import RawObserving

/// REG-9: the key path is read from data, and is empty.
enum EmptyKeyPath {
  static let pitfall = Pitfall(
    "REG-9", "empty-key-path", "A key path that is read from data is empty",
    frequency: .rare, symptoms: [.diesWhenAdded],
    change: .delete("Clock().addObserver(ClockView(), forKeyPath: keyPath)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the settings name no property", .dies(Message(.malformedKeyPath, "the key path \"\" cannot be used")),
      wanted: "the program goes on", raw),
    .managed(
      "the settings choose among typed key paths",
      .finds("the view is called 0 times without a choice, 1 time with one"), chosen),
    .managed(
      "the settings name no property, and a controller observes",
      .dies(
        Message(.invalidArgument, "-[KVOController observe:keyPath:options:block:]: a key path is empty")),
      wanted: "the program goes on", sameMistake: true, managed),
  ]

  private final class ClockView: KeyValueObject {
    private(set) var calls = 0

    func dateWasSet() { calls += 1 }
    func dateDidChange(_ change: Change<Int>) { dateWasSet() }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let settings: [String: String] = [:]
    let keyPath = settings["what to show", default: ""]
    story.say("the settings say: \"\(keyPath)\"")
    Clock().addObserver(ClockView(), forKeyPath: keyPath)
    return "the program goes on"
  }
  // snippet.end

  // snippet.asked
  private static func managed(_ story: Story) -> String {
    let settings: [String: String] = [:]
    let keyPath = settings["what to show", default: ""]
    story.say("the settings say: \"\(keyPath)\"")
    let view = ClockView()
    view.kvoController.observe(Clock(), keyPath: keyPath) { view, _, _ in view.dateWasSet() }
    return "the program goes on"
  }
  // snippet.end

  // snippet.chosen
  private static func chosen(_ story: Story) -> String {
    let choices = ["date": \Clock.$date]
    let calls = ["", "date"].map { choice in
      let clock = Clock()
      let view = ClockView()
      if let property = choices[choice] {
        view.kvoController.observe(clock, property) { view, _, change in view.dateDidChange(change) }
      }
      story.say("the settings say: \"\(choice)\", and the date is set")
      clock.date = 1
      return view.calls
    }
    return "the view is called \(times(calls[0])) without a choice, \(times(calls[1])) with one"
  }
  // snippet.end
}
