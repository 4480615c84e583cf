import Harness
import ManagedObserving
import RawObserving

/// COL-7: an insertion is observed through a value computed from the array, and arrives as a setting.
enum LostIndexes {
  static let pitfall = Pitfall(
    "COL-7", "lost-indexes", "An insertion is observed through a value that is computed from the array",
    frequency: .rare, symptoms: [.partOfTheValue, .valueMissing],
    change: .delete("view.rows = player.queue", 3, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view applies the indexes it gets", .finds("the queue has 2 tracks, the view shows 1"),
      wanted: "the queue has 2 tracks, the view shows 2", raw),
    .raw(
      "four observers of one insertion", .finds("4 observers get insertion, insertion, setting, setting"),
      wanted: "4 observers get insertion, insertion, setting, insertion", fourWays),
    .managed("the view reads the queue again", .finds("the queue has 2 tracks, the view shows 2"), readAgain),
    .managed(
      "the view applies the indexes it gets", .finds("the queue has 2 tracks, the view shows 1"),
      wanted: "the queue has 2 tracks, the view shows 2", sameMistake: true, managed),
  ]

  private final class Player: KeyValueObject {
    @Observed var playlist = Playlist()
    var queue: [String] { playlist.tracks }
    var queueProperty: Property<[String]> { computed(\Player.queue) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("queue", \Player.queue, dependsOn: \.$playlist.$tracks)]
    }
  }

  private static func playerWithOneTrack() -> Player {
    let player = Player()
    player.playlist.tracks = ["Naima"]
    return player
  }

  private static func insert(into player: Player) {
    player.playlist.mutableArrayValue(forKey: "tracks", of: String.self).append("So What")
  }

  private final class QueueView: KeyValueObject {
    var rows: [String] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      // snippet.naive
      guard let indexes = change.indexes, let new = change.newValue as? [String] else { return }
      for (index, track) in zip(indexes.ranges.joined(), new) { rows.insert(track, at: index) }
      // snippet.end
    }
  }

  private static func raw(_ story: Story) -> String {
    let player = playerWithOneTrack()
    let view = QueueView()
    view.rows = player.queue
    player.addObserver(view, forKeyPath: "queue", options: .new)
    defer { player.removeObserver(view, forKeyPath: "queue") }
    return insert(into: player, seenBy: view, story)
  }

  /// Stores the last change that it receives.
  private final class Listener: KeyValueObject {
    var change: KeyValueChange?

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      self.change = change
    }
  }

  private static func fourWays(_ story: Story) -> String {
    let player = playerWithOneTrack()
    let ways: [(object: KeyValueObject, keyPath: String)] = [
      (player.playlist, "tracks"), (player, "playlist.tracks"),
      (player, "playlist.tracks.@count"), (player, "queue"),
    ]
    let listeners = ways.map { _ in Listener() }
    for (way, listener) in zip(ways, listeners) {
      way.object.addObserver(listener, forKeyPath: way.keyPath, options: .new)
    }
    insert(into: player)
    for (way, listener) in zip(ways, listeners) {
      way.object.removeObserver(listener, forKeyPath: way.keyPath)
    }
    let changes = listeners.compactMap(\.change)
    for (way, change) in zip(ways, changes) {
      story.say("\(type(of: way.object)), \(way.keyPath): \(change)")
    }
    return "\(changes.count) observers get \(changes.map { "\($0.kind)" }.joined(separator: ", "))"
  }

  private static func managed(_ story: Story) -> String {
    let player = playerWithOneTrack()
    let view = QueueView()
    view.rows = player.queue
    view.kvoController.observe(player, keyPath: "queue", options: .new, context: nil)
    return insert(into: player, seenBy: view, story)
  }

  private static func readAgain(_ story: Story) -> String {
    let player = playerWithOneTrack()
    let view = QueueView()
    // snippet.read-again
    view.kvoController.observe(player, \.queueProperty, options: .initial) { view, player, _ in
      view.rows = player.queue
    }
    // snippet.end
    return insert(into: player, seenBy: view, story)
  }

  private static func insert(
    into player: Player, seenBy view: QueueView, _ story: Story
  ) -> String {
    insert(into: player)
    story.say("the queue is \(player.queue), the view shows \(view.rows)")
    return "the queue has \(player.queue.count) tracks, the view shows \(view.rows.count)"
  }
}
