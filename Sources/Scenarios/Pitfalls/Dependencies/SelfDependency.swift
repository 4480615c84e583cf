import Harness
import ManagedObserving
import RawObserving

/// DEP-4: a key is declared to depend on itself.
enum SelfDependency {
  static let pitfall = Pitfall(
    "DEP-4", "self-dependency", "A key declares that it depends on itself",
    frequency: .rare, symptoms: [.diesWhenAdded],
    change: .delete(#"+ [ComputedKey("line", \Track.line, dependsOn: \.$title, \.$artist, \.lineProperty)]"#),
    acts: acts)

  static let acts: [Act] = [
    .raw("the line depends on the line", .dies(.dependsOnItself), wanted: "the program goes on", raw),
    .managed("the line no longer depends on itself", .finds("the view is called 1 time for 1 change"), takenOut),
    .managed(
      "the line depends on the line", .dies(.dependsOnItself), wanted: "the program goes on", sameMistake: true, managed
    ),
  ]

  // snippet.track
  private final class SelfishTrack: Track {
    override class var computedKeys: [ComputedKey] {
      super.computedKeys
        + [ComputedKey("line", \Track.line, dependsOn: \.$title, \.$artist, \.lineProperty)]
    }
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let track = SelfishTrack()
    let view = CountingView()
    track.title = "Naima"
    story.say("the track works as long as no object observes it")
    track.addObserver(view, forKeyPath: "line")
    track.removeObserver(view, forKeyPath: "line")
    return "the program goes on"
  }

  private static func managed(_ story: Story) -> String {
    let track = SelfishTrack()
    let view = CountingView()
    track.title = "Naima"
    story.say("the track works as long as no object observes it")
    view.kvoController.observe(track, keyPath: "line", context: nil)
    return "the program goes on"
  }

  // snippet.taken-out
  private static func takenOut(_ story: Story) -> String {
    let track = Track()
    let view = CountingView()
    view.kvoController.observe(track, keyPath: "line", context: nil)
    story.say("the view observes the line, and the title is set")
    track.title = "Naima"
    return "the view is called \(times(view.calls)) for 1 change"
  }
  // snippet.end
}
