import ManagedObserving
import RawObserving

/// DEP-4: a key is declared to depend on itself.
enum SelfDependency {
  static let pitfall = Pitfall(
    "DEP-4", "self-dependency", "A key declares that it depends on itself",
    lesson: "20-values-that-depend-on-others.md#dep-4-self-dependency",
    acts: [
      .raw(
        "the line depends on the line",
        .dies("returned a set that includes the same key that was passed in"), raw),
      .managed(
        "the line depends on the line",
        .dies("returned a set that includes the same key that was passed in"), sameMistake: true,
        managed),
      .managed("the line is taken out", .finds("1 change is heard 1 time"), takenOut),
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
    story.say("nobody observes the track, and it works")
    track.addObserver(view, forKeyPath: "line")
    track.removeObserver(view, forKeyPath: "line")
    return "it went on"
  }

  private static func managed(_ story: Story) -> String {
    let track = SelfishTrack()
    let view = PlayerView()
    track.title = "Naima"
    story.say("nobody observes the track, and it works")
    view.kvoController.observe(track, keyPath: "line", context: nil)
    return "it went on"
  }

  private static func takenOut(_ story: Story) -> String {
    let track = Track()
    let view = PlayerView()
    view.kvoController.observe(track, keyPath: "line", context: nil)
    story.say("the view observes the line, and the title is set")
    track.title = "Naima"
    return "1 change is heard \(view.calls) time"
  }
}
