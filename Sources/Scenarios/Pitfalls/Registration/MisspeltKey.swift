import Harness
import ManagedObserving
import RawObserving

/// REG-7: a key is misspelt, and no error is reported.
enum MisspeltKey {
  static let pitfall = Pitfall(
    "REG-7", "misspelt-key", "A misspelt key is accepted silently",
    frequency: .rare, symptoms: [.neverCalled, .diesWhenAdded],
    change: .delete(#"clock.removeObserver(view, forKeyPath: "data")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "\"data\" is written for \"date\"", .finds("the view is called 0 times for 1 change"),
      wanted: "the view is called 1 time for 1 change", silent),
    .raw(
      "\"data\" is written for \"date\", and an initial call is asked for", .dies(.noSuchKey),
      wanted: "the program goes on", asked),
    .managed("the typed key path", .finds("the view is called 1 time for 1 change"), typed),
    .managed(
      "\"data\" is written for \"date\", through a controller", .finds("the view is called 0 times for 1 change"),
      wanted: "the view is called 1 time for 1 change", sameMistake: true, byString),
  ]

  private final class ClockView: CountingView {
    func dateDidChange(_ change: Change<Int>) { calls += 1 }
    func dataDidChange() { calls += 1 }
  }

  // snippet.silent
  private static func silent(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "data", options: .new)
    story.say("the view is registered for \"data\", and the date is set")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "data")  // misspelt in the same way, so it matches the add
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end

  private static func asked(_ story: Story) -> String {
    let clock = Clock()
    story.say("the view asks for \"data\", with initial and new")
    clock.addObserver(ClockView(), forKeyPath: "data", options: [.initial, .new])
    return "the program goes on"
  }

  // snippet.typed
  private static func typed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    view.kvoController.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end

  private static func byString(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    view.kvoController.observe(clock, keyPath: "data") { view, _, _ in view.dataDidChange() }
    story.say("the controller observes \"data\", and the date is set")
    clock.date = 1
    return "the view is called \(times(view.calls)) for 1 change"
  }
}
