import Harness
import ManagedObserving
import Observation
import RawObserving

/// MOD-16: an observable property is set to another object that is equal to the old one.
enum EqualObject {
  static let pitfall = Pitfall(
    "MOD-16", "equal-object", "An observable property is set to an equal but different object",
    frequency: .rare, symptoms: [.neverCalled, .valueWrong],
    change: .double("player.track = other"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "two tracks are equal if their numbers are", .finds("the player has the new track, onChange is called 0 times"),
      wanted: "the player has the new track, onChange is called 1 time", onMainActor(equal)),
    .managed(
      "the track is not Equatable", .finds("the player has the new track, onChange is called 1 time"),
      onMainActor(plain)),
    .managed(
      "== compares identities", .finds("the player has the new track, onChange is called 1 time"),
      onMainActor(identical)),
    .managed(
      "a controller observes, and is called for every assignment",
      .finds("the player has the new track, the view hears 1 change"), observed),
  ]

  fileprivate class Track {
    let number: Int
    let title: String

    required init(_ number: Int, _ title: String) { (self.number, self.title) = (number, title) }
  }

  // snippet.numbered
  fileprivate final class NumberedTrack: Track, Equatable {
    static func == (first: NumberedTrack, second: NumberedTrack) -> Bool { first.number == second.number }
  }
  // snippet.end

  // snippet.identical
  fileprivate final class IdenticalTrack: Track, Equatable {
    static func == (first: IdenticalTrack, second: IdenticalTrack) -> Bool { first === second }
  }
  // snippet.end

  @MainActor
  @Observable
  fileprivate final class Player {
    var numbered = NumberedTrack(1, "Morning")
    var plain = Track(1, "Morning")
    var identical = IdenticalTrack(1, "Morning")
  }

  @MainActor
  private static func equal(_ story: Story) -> String { replaced(\.numbered, story) }

  @MainActor
  private static func plain(_ story: Story) -> String { replaced(\.plain, story) }

  @MainActor
  private static func identical(_ story: Story) -> String { replaced(\.identical, story) }

  @MainActor
  private static func replaced<T: Track>(_ track: ReferenceWritableKeyPath<Player, T>, _ story: Story) -> String {
    let player = Player()
    let calls = Locked(0)
    withObservationTracking {
      story.say("the player plays \(player[keyPath: track].title)")
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    let other = T(1, "Evening")
    player[keyPath: track] = other
    story.say("the player plays \(player[keyPath: track].title)")
    let which = player[keyPath: track] === other ? "new" : "old"
    return "the player has the \(which) track, onChange is called \(times(calls.withLock { $0 }))"
  }

  private final class ObservedPlayer: KeyValueObject {
    @Observed var track = NumberedTrack(1, "Morning")
  }

  private static func observed(_ story: Story) -> String {
    let (player, view) = (ObservedPlayer(), CountingView())
    view.kvoController.observe(player, \.$track) { view, player, _ in
      view.calls += 1
      story.say("the player plays \(player.track.title)")
    }
    let other = NumberedTrack(1, "Evening")
    player.track = other
    let which = player.track === other ? "new" : "old"
    return "the player has the \(which) track, the view hears \(plural(view.calls, "change"))"
  }
}
