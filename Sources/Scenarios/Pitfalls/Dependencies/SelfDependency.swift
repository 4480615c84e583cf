import ManagedObserving
import RawObserving

/// DEP-4: a key is declared to depend on itself.
enum SelfDependency {
  static let pitfall = Pitfall(
    "DEP-4", "self-dependency", "A key declares that it depends on itself",
    lesson: .keysAndPaths, symptoms: [.diesWhenAdded],
    why: "`addObserver` asks the class for the key's inputs, and raises an exception if the key, or a path that "
      + "starts with it, is one of them.",
    fix: "Remove the key from its own inputs. A mediator registers in the same way, and raises the same exception.",
    prediction: Prediction(
      "The declaration of a track's line names the title, the artist and the line itself. While there is no "
        + "observer, the title is set. Then a view is added as an observer of the line. What happens?",
      .wrong(
        "The line is observed, and the view is called once for each change.",
        "One input too many looks harmless, and two keys that depend on each other are allowed. A key that depends "
          + "on itself is refused."),
      .wrong(
        "The process dies when the title is set.",
        "The declaration is wrong from the start. But it is read only when an observer is added."),
      .right(
        "The process dies in the add.",
        "The add finds the key among its own inputs, and raises `NSInternalInconsistencyException`."),
      .wrong(
        "The view is called without end at the next change.",
        "A value that depends on itself looks like a loop. The add is refused before there can be one.")),
    acts: [
      .raw(
        "the line depends on the line", .dies(.dependsOnItself),
        wanted: "the program goes on", raw),
      .managed("the line no longer depends on itself", .finds("the view is called 1 time for 1 change"), takenOut),
      .managed(
        "the line depends on the line", .dies(.dependsOnItself),
        wanted: "the program goes on", sameMistake: true, managed),
    ])

  // snippet.track
  private final class SelfishTrack: Track {
    override class var computedKeys: [ComputedKey] {
      super.computedKeys
        + [ComputedKey("line", \Track.line, dependsOn: \.$title, \.$artist, \.lineProperty)]
    }
  }
  // snippet.end

  private final class PlayerView: KeyValueObject {
    var calls = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
    }
  }

  private static func raw(_ story: Story) -> String {
    let track = SelfishTrack()
    let view = PlayerView()
    track.title = "Naima"
    story.say("the track works as long as no object observes it")
    track.addObserver(view, forKeyPath: "line")
    track.removeObserver(view, forKeyPath: "line")
    return "the program goes on"
  }

  private static func managed(_ story: Story) -> String {
    let track = SelfishTrack()
    let view = PlayerView()
    track.title = "Naima"
    story.say("the track works as long as no object observes it")
    view.kvoController.observe(track, keyPath: "line", context: nil)
    return "the program goes on"
  }

  // snippet.taken-out
  private static func takenOut(_ story: Story) -> String {
    let track = Track()
    let view = PlayerView()
    view.kvoController.observe(track, keyPath: "line", context: nil)
    story.say("the view observes the line, and the title is set")
    track.title = "Naima"
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end
}
