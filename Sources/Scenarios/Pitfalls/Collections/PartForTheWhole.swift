import Harness
import ManagedObserving
import RawObserving

/// COL-4: an observer mistakes the inserted or removed elements for the whole array.
enum PartForTheWhole {
  static let pitfall = Pitfall(
    "COL-4", "part-for-the-whole", "The elements of an insertion or removal are mistaken for the whole array",
    frequency: .rare, symptoms: [.partOfTheValue, .valueMissing],
    change: .double(#"tracks.append("So What")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view mistakes the new elements for the whole array", .finds("the view shows 1 of 2 tracks, then 0 of 1"),
      wanted: "the view shows 2 of 2 tracks, then 1 of 1", raw),
    .managed("the view checks the kind", .finds("the view shows 2 of 2 tracks, then 1 of 1"), byKind),
    .managed(
      "the view mistakes the new elements for the whole array", .finds("the view shows 1 of 2 tracks, then 0 of 1"),
      wanted: "the view shows 2 of 2 tracks, then 1 of 1", sameMistake: true, managed),
  ]

  private final class PlaylistView: KeyValueObject {
    let story: Story
    var rows: [String] = []

    init(_ story: Story) {
      self.story = story
    }

    // snippet.naive
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      story.say("the view hears: \(change)")
      rows = change.newValue as? [String] ?? []
    }
    // snippet.end

    // snippet.kinds
    func playlistDidChange(_ change: Change<[String]>) {
      let indexes = change.indexes ?? RangeSet()
      let new = change.newElements ?? []
      switch change.kind {
      case .setting: rows = change.value
      case .insertion:
        for (index, track) in zip(indexes.ranges.joined(), new) { rows.insert(track, at: index) }
      case .removal: rows.removeSubranges(indexes)
      case .replacement:
        for (index, track) in zip(indexes.ranges.joined(), new) { rows[index] = track }
      }
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView(story)
    playlist.addObserver(view, forKeyPath: "tracks", options: [.new, .old])
    defer { playlist.removeObserver(view, forKeyPath: "tracks") }
    return change(playlist, seenBy: view)
  }

  private static func managed(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView(story)
    view.kvoController.observe(playlist, keyPath: "tracks", options: [.new, .old], context: nil)
    return change(playlist, seenBy: view)
  }

  private static func byKind(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView(story)
    view.kvoController.observe(playlist, \.$tracks, options: .old) { view, _, change in view.playlistDidChange(change) }
    return change(playlist, seenBy: view)
  }

  private static func change(_ playlist: Playlist, seenBy view: PlaylistView) -> String {
    func seen() -> String {
      let count = playlist.tracks.count
      view.story.say("the playlist has \(playlist.tracks), the view shows \(view.rows)")
      return "\(view.rows.count) of \(count)"
    }
    playlist.tracks = ["Naima"]
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    tracks.append("So What")
    let afterInsertion = seen()
    tracks.remove(at: 0)
    return "the view shows \(afterInsertion) tracks, then \(seen())"
  }
}
