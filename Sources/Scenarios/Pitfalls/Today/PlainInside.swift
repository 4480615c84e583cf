import Observation
import RawObserving

/// MOD-8: only properties of observable classes are tracked.
enum PlainInside {
  static let pitfall = Pitfall(
    "MOD-8", "plain-inside", "The tracked closure reads no property of an observable object",
    lesson: .today, symptoms: [.neverCalled],
    why: "Only properties of observable objects that the closure itself reads are tracked.",
    fix: "Make every class on the path observable, and read the property inside the closure. The mediator does not "
      + "help with a plain object either.",
    prediction: Prediction(
      "A player is `@Observable`. Its property `plain` refers to a track of a plain class. A view tracks "
        + "`player.plain.title`, and the title is set. Is `onChange` called?",
      .right(
        "No.",
        "The closure read the property `plain` of the player, and only that is tracked. The title of a plain class "
          + "announces nothing."),
      .wrong(
        "Yes: the player is observable, and the track is inside.",
        "If the track were a struct, setting the title would also set the player's property. An object changes without "
          + "setting the property."),
      .wrong(
        "Yes, because the closure read the title.",
        "Reads in the closure are tracked. But a read is recorded by code that the macro adds to an observable class, "
          + "and a plain class has none."),
      .wrong(
        "It does not compile.",
        "A compiler could warn about this. But reading a plain property in the closure is ordinary Swift.")),
    acts: [
      .raw(
        "the track is a plain class", .finds("the title is set 1 time, onChange is called 0 times"),
        wanted: "the title is set 1 time, onChange is called 1 time", onMainActor(plain)),
      .raw(
        "the title is read before the closure", .finds("the title is set 1 time, onChange is called 0 times"),
        wanted: "the title is set 1 time, onChange is called 1 time",
        onMainActor(readBefore)),
      .managed(
        "the track is observable too", .finds("the title is set 1 time, onChange is called 1 time"),
        onMainActor(observable)),
      .managed(
        "the title is read inside, through a computed property",
        .finds("the title is set 1 time, onChange is called 1 time"), onMainActor(readInside)),
    ])

  // snippet.classes
  fileprivate final class PlainTrack {
    var title = "Morning"
  }

  @MainActor
  @Observable
  fileprivate final class TodaysTrack {
    var title = "Morning"
    var line: String { "now: \(title)" }
  }

  @MainActor
  @Observable
  fileprivate final class Player {
    var plain = PlainTrack()
    var track = TodaysTrack()
  }
  // snippet.end

  @MainActor
  private static func plain(_ story: Story) -> String {
    let player = Player()
    return heard(story) {
      story.say("the player plays \(player.plain.title)")
    } when: {
      player.plain.title = "Noon"
    }
  }

  @MainActor
  private static func observable(_ story: Story) -> String {
    let player = Player()
    return heard(story) {
      story.say("the player plays \(player.track.title)")
    } when: {
      player.track.title = "Noon"
    }
  }

  @MainActor
  private static func readBefore(_ story: Story) -> String {
    let player = Player()
    // snippet.read-before
    let line = player.track.line
    return heard(story) {
      story.say(line)
    } when: {
      player.track.title = "Noon"
    }
    // snippet.end
  }

  @MainActor
  private static func readInside(_ story: Story) -> String {
    let player = Player()
    // snippet.read-inside
    return heard(story) {
      story.say(player.track.line)
    } when: {
      player.track.title = "Noon"
    }
    // snippet.end
  }

  /// Says whether the change is announced to a tracker of what `read` reads.
  @MainActor
  private static func heard(_ story: Story, _ read: () -> Void, when change: () -> Void) -> String {
    let calls = Locked(0)
    withObservationTracking(read) { calls.withLock { $0 += 1 } }
    story.say("the title is set to Noon")
    change()
    return "the title is set 1 time, onChange is called \(times(calls.withLock { $0 }))"
  }
}
