import Observation
import RawObserving

/// MOD-8: only what the closure reads from an observable class is tracked.
enum PlainInside {
  static let pitfall = Pitfall(
    "MOD-8", "plain-inside", "What is read is not a property of an observable class",
    lesson: "29-today-beside-then.md#mod-8-plain-inside",
    acts: [
      .raw(
        "the track is a plain class", .finds("the title is set: 0 heard"), onMainActor(plain)),
      .raw(
        "the title is read before the closure", .finds("the title is set: 0 heard"),
        onMainActor(readBefore)),
      .managed(
        "the track is observable too", .finds("the title is set: 1 heard"), onMainActor(observable)),
      .managed(
        "the title is read inside, through a computed property",
        .finds("the title is set: 1 heard"), onMainActor(readInside)),
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

  /// Whether the change is heard by who tracks what `read` reads.
  @MainActor
  private static func heard(_ story: Story, _ read: () -> Void, when change: () -> Void) -> String {
    let calls = Locked(0)
    withObservationTracking(read) { calls.withLock { $0 += 1 } }
    story.say("the title is set to Noon")
    change()
    return "the title is set: \(calls.withLock { $0 }) heard"
  }
}
