import Harness
import ManagedObserving
import RawObserving

/// DEP-2: a subclass adds an input to an inherited key, and loses the inherited inputs.
enum LostDependencies {
  static let pitfall = Pitfall(
    "DEP-2", "lost-dependencies", "A subclass declares what a key depends on, and does not call super",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    change: .double(#"remix.title = "So What""#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the subclass does not call super", .finds("3 parts of the line change, the view hears 1"),
      wanted: "3 parts of the line change, the view hears 3", raw),
    .managed(
      "the subclass adds to what super returns", .finds("3 parts of the line change, the view hears 3"), careful),
    .managed(
      "the subclass does not call super", .finds("3 parts of the line change, the view hears 1"),
      wanted: "3 parts of the line change, the view hears 3", sameMistake: true, managed),
  ]

  private class Remix: Track {
    @Observed var remixer = "Ana"

    override init() {
      super.init()
      title = "Naima"
      artist = "John Coltrane"
    }

    override var line: String { super.line + ", mixed by \(remixer)" }
  }

  // snippet.forgetful
  private final class ForgetfulRemix: Remix {
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      key == "line" ? ["remixer"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }
  // snippet.end

  // snippet.careful
  private final class CarefulRemix: Remix {
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      let inherited = super.keyPathsForValuesAffectingValue(forKey: key)
      return key == "line" ? inherited.union(["remixer"]) : inherited
    }
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let remix = ForgetfulRemix()
    let view = TellingView(story, "")
    remix.addObserver(view, forKeyPath: "line", options: .new)
    defer { remix.removeObserver(view, forKeyPath: "line") }
    return setThreeParts(of: remix, seenBy: view)
  }

  private static func managed(_ story: Story) -> String {
    let view = TellingView(story, "")
    let remix = ForgetfulRemix()
    view.kvoController.observe(remix, keyPath: "line", options: .new, context: nil)
    return setThreeParts(of: remix, seenBy: view)
  }

  private static func careful(_ story: Story) -> String {
    let view = TellingView(story, "")
    let remix = CarefulRemix()
    view.kvoController.observe(remix, keyPath: "line", options: .new, context: nil)
    return setThreeParts(of: remix, seenBy: view)
  }

  private static func setThreeParts(of remix: Remix, seenBy view: TellingView) -> String {
    remix.title = "So What"
    remix.artist = "Miles Davis"
    remix.remixer = "Ben"
    view.story.say("the line is: \(remix.line)")
    return "3 parts of the line change, the view hears \(view.calls)"
  }
}
