import Harness
import ManagedObserving
import RawObserving

/// COL-1: an array is changed in its storage, and not through the property that is observed.
enum BehindTheProperty {
  static let pitfall = Pitfall(
    "COL-1", "behind-the-property", "An array is changed behind the property that returns it",
    frequency: .sometimes, symptoms: [.neverCalled],
    change: .double(#"playlist.add("Naima")"#, 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a plain array behind the property", .finds("2 tracks are added, the view hears 0"),
      wanted: "2 tracks are added, the view hears 2", rawArray),
    .raw(
      "a list that is an object, changed in place", .finds("2 tracks are added, the view hears 0"),
      wanted: "2 tracks are added, the view hears 2", rawList),
    .managed("the same array, through the proxy", .finds("2 tracks are added, the view hears 2"), proxy),
    .managed(
      "a plain array behind the property", .finds("2 tracks are added, the view hears 0"),
      wanted: "2 tracks are added, the view hears 2", sameMistake: true, managed),
  ]

  private final class PlainPlaylist: KeyValueObject {
    // snippet.playlist
    private var stored: [String] = []  // not @Observed: a write is not announced
    var tracks: [String] { stored }

    func add(_ track: String) { stored.append(track) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("tracks", \PlainPlaylist.tracks)]
    }
    // snippet.end

    // snippet.accessors
    // Only the proxy calls these methods, and the proxy announces the change.
    func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
      for (index, track) in zip(indexes.ranges.joined(), new) { stored.insert(track, at: index) }
    }

    func removeTracks(at indexes: RangeSet<Int>) { stored.removeSubranges(indexes) }
    // snippet.end

    override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
      key == "tracks"
        ? ArrayAccessors(insert: PlainPlaylist.insertTracks, remove: PlainPlaylist.removeTracks)
        : super.arrayAccessors(forKey: key)
    }
  }

  private final class TrackList {
    var titles: [String] = []
  }

  private final class PlaylistWithAList: KeyValueObject {
    @Observed var list = TrackList()
  }

  private final class PlaylistView: KeyValueObject {
    let story: Story
    var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
      story.say("the view hears: \(change)")
    }
  }

  private static func rawArray(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = PlaylistView(story)
    playlist.addObserver(view, forKeyPath: "tracks", options: .new)
    playlist.add("Naima")
    playlist.add("So What")
    story.say("the playlist has \(playlist.tracks)")
    playlist.removeObserver(view, forKeyPath: "tracks")
    return "\(playlist.tracks.count) tracks are added, the view hears \(view.calls)"
  }

  private static func rawList(_ story: Story) -> String {
    let playlist = PlaylistWithAList()
    let view = PlaylistView(story)
    playlist.addObserver(view, forKeyPath: "list", options: .new)
    playlist.list.titles.append("Naima")
    playlist.list.titles.append("So What")
    story.say("the list has \(playlist.list.titles)")
    playlist.removeObserver(view, forKeyPath: "list")
    return "\(playlist.list.titles.count) tracks are added, the view hears \(view.calls)"
  }

  private static func managed(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = PlaylistView(story)
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    playlist.add("Naima")
    playlist.add("So What")
    story.say("the playlist has \(playlist.tracks)")
    return "\(playlist.tracks.count) tracks are added, the view hears \(view.calls)"
  }

  private static func proxy(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = PlaylistView(story)
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    tracks.append("Naima")
    tracks.append("So What")
    story.say("the playlist has \(playlist.tracks)")
    return "\(playlist.tracks.count) tracks are added, the view hears \(view.calls)"
  }
}
