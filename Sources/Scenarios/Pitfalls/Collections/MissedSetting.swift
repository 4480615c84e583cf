import Harness
import ManagedObserving
import RawObserving

/// COL-5: an observer waits for indexes, and a whole array arrives without any.
enum MissedSetting {
  static let pitfall = Pitfall(
    "COL-5", "missed-setting", "A whole array arrives where changes by index are expected",
    frequency: .rare, symptoms: [.diesWhenChanged, .partOfTheValue],
    change: .delete("if change.kind == .setting { rows = change.newValue as? [String] ?? [] }"),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view skips changes without indexes", .dies(.outOfRange),
      wanted: "the playlist has 2 tracks, the view has 2 rows", raw),
    .managed("the view handles both", .finds("the playlist has 2 tracks, the view has 2 rows"), both),
    .managed(
      "the view skips changes without indexes", .dies(.outOfRange),
      wanted: "the playlist has 2 tracks, the view has 2 rows", sameMistake: true, managed),
  ]

  private class PlaylistView: KeyValueObject {
    let story: Story
    @Observed var rows: [String] = []

    init(_ story: Story) {
      self.story = story
    }

    // snippet.naive
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      story.say("the view hears: \(change)")
      guard let indexes = change.indexes else { return }
      let new = change.newValue as? [String] ?? []
      let rows = mutableArrayValue(forKey: "rows", of: String.self)
      switch change.kind {
      case .insertion: rows.insert(new, at: indexes)
      case .removal: rows.remove(at: indexes)
      default: rows.replace(at: indexes, with: new)
      }
    }
    // snippet.end
  }

  private final class CarefulPlaylistView: PlaylistView {
    // snippet.both
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if change.kind == .setting { rows = change.newValue as? [String] ?? [] }
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView(story)
    playlist.addObserver(view, forKeyPath: "tracks", options: .new)
    defer { playlist.removeObserver(view, forKeyPath: "tracks") }
    return change(playlist, seenBy: view)
  }

  private static func managed(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView(story)
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    return change(playlist, seenBy: view)
  }

  private static func both(_ story: Story) -> String {
    let playlist = Playlist()
    let view = CarefulPlaylistView(story)
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    return change(playlist, seenBy: view)
  }

  private static func change(_ playlist: Playlist, seenBy view: PlaylistView) -> String {
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    tracks.append("Naima")
    playlist.tracks = ["Naima", "So What", "Blue in Green"]
    tracks.remove(at: 2)
    return "the playlist has \(playlist.tracks.count) tracks, the view has \(plural(view.rows.count, "row"))"
  }
}
