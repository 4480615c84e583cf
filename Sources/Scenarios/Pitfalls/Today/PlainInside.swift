import Harness
import Observation
import RawObserving

/// MOD-8: only properties of observable classes are tracked.
enum PlainInside {
  static let pitfall = Pitfall(
    "MOD-8", "plain-inside", "The tracked closure reads no property of an observable object",
    frequency: .sometimes, symptoms: [.neverCalled],
    change: .delete("story.say(player.track.line)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the track is a plain class", .finds("the title is set 1 time, onChange is called 0 times"),
      wanted: "the title is set 1 time, onChange is called 1 time", onMainActor(plain)),
    .raw(
      "the title is read before the closure", .finds("the title is set 1 time, onChange is called 0 times"),
      wanted: "the title is set 1 time, onChange is called 1 time", onMainActor(readBefore)),
    .managed(
      "the track is observable too", .finds("the title is set 1 time, onChange is called 1 time"),
      onMainActor(observable)),
    .managed(
      "the title is read inside, through a computed property",
      .finds("the title is set 1 time, onChange is called 1 time"), onMainActor(readInside)),
  ]

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
    let line = player.track.line
    return heard(story) {
      story.say(line)
    } when: {
      player.track.title = "Noon"
    }
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
