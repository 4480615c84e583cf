import ManagedObserving
import RawObserving

/// COL-5: an observer waits for indexes, and a whole array arrives without any.
enum MissedSetting {
  static let pitfall = Pitfall(
    "COL-5", "missed-setting", "A whole array arrives where changes by index are expected",
    lesson: .collections, symptoms: [.diesWhenChanged, .partOfTheValue],
    why: "An assignment arrives as a setting, which has no indexes. If the view skips it, its rows differ from the "
      + "array, and a later index may be out of range.",
    fix: "Handle settings as well as changes by index. A controller passes both on, and does not help.",
    prediction: Prediction(
      "A view copies each insertion and removal of an array into its own rows, by index, and skips a change "
        + "without indexes. One track is appended through the proxy. Then an array of three tracks is assigned. "
        + "Then the third track is removed through the proxy. What happens?",
      .wrong(
        "The view has two rows, like the array.",
        "Each change is announced. But the assignment has no indexes, and the view skips it."),
      .wrong(
        "The view keeps its one row, and the program goes on.",
        "Skipping a change without indexes looks cautious. But the removal has an index that the rows do not have."),
      .wrong(
        "The process dies at the assignment.",
        "The assignment is what the view cannot handle. It is skipped, and nothing is wrong until the next index."),
      .right(
        "The process dies at the removal.",
        "The rows never got the three tracks, so the index of the removal is out of range.")),
    acts: [
      .raw(
        "the view skips changes without indexes", .dies(.outOfRange),
        wanted: "the playlist has 2 tracks, the view has 2 rows", raw),
      .managed("the view handles both", .finds("the playlist has 2 tracks, the view has 2 rows"), both),
      .managed(
        "the view skips changes without indexes", .dies(.outOfRange),
        wanted: "the playlist has 2 tracks, the view has 2 rows", sameMistake: true, managed),
    ])

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
