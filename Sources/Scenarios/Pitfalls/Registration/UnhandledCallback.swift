import Harness
import ManagedObserving
import RawObserving

/// REG-3: the observer does not implement the callback, and the first change ends the process.
enum UnhandledCallback {
  static let pitfall = Pitfall(
    "REG-3", "unhandled-callback", "The observer does not implement the callback",
    frequency: .rare, symptoms: [.diesWhenChanged],
    change: .delete("clock.date = 1", 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw("the view is added, but has no callback", .dies(.notHandled), wanted: "the view shows 1", raw),
    .raw("the view has a callback, and is added and removed", .finds("the view shows 1"), complete),
    .managed("the reaction is passed along with the add", .finds("the view shows 1"), managed),
  ]

  // snippet.raw
  private final class ClockView: KeyValueObject {
    var text = ""
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    story.say("the view is added, and no error is reported")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    return "the view shows \(view.text)"
  }
  // snippet.end

  // snippet.complete
  private final class ReadyView: KeyValueObject {
    var text = ""

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      text = "\(change.newValue ?? "nothing")"
    }
  }

  private static func complete(_ story: Story) -> String {
    let clock = Clock()
    let view = ReadyView()
    story.say("the view is added, and the date is set to 1")
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.date = 1
    story.say("the view is removed, and the date is set to 2")
    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 2
    return "the view shows \(view.text)"
  }
  // snippet.end

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    view.kvoController.observe(clock, \.$date) { view, _, change in
      view.text = "\(change.value)"
    }
    story.say("the view is added, together with a closure to call")
    clock.date = 1
    return "the view shows \(view.text)"
  }
  // snippet.end
}
