import ManagedObserving
import RawObserving

/// REG-3: the observer never implements the callback, and the first change ends the process.
enum UnhandledCallback {
  static let pitfall = Pitfall(
    "REG-3", "unhandled-callback", "The observer never implements the callback",
    lesson: "02-the-three-parts.md#reg-3-unhandled-callback",
    acts: [
      .raw(
        "the view is added, but has no callback",
        .dies("message was received but not handled"), raw),
      .managed("the reaction is an argument", .finds("the view shows 1"), managed),
    ])

  private final class ClockView: KeyValueObject {
    var text = ""
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    story.say("added, and nothing has complained")
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    return "it went on, and the view shows \(view.text)"
  }

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView()
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date) { view, _, change in
      view.text = "\(change.value)"
    }
    story.say("added, together with what to do")
    clock.date = 1
    return "the view shows \(view.text)"
  }
  // snippet.end
}
