import Harness
import ManagedObserving
import RawObserving

/// COL-2: a proxy over a property without accessors sets the whole array for every element.
enum WholeArrayForEach {
  static let pitfall = Pitfall(
    "COL-2", "whole-array-for-each", "A proxy is used on a class without accessors",
    frequency: .rare, symptoms: [.slow],
    change: .double(#"for number in 1...100 { tracks.append("Track \(number)") }"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the class has only a setter", .finds("the view hears 100 insertions, 5050 titles are written"),
      wanted: "the view hears 100 insertions, 100 titles are written", raw),
    .managed("the class has accessors", .finds("the view hears 100 insertions, 100 titles are written"), accessors),
    .managed(
      "the class has only a setter", .finds("the view hears 100 insertions, 5050 titles are written"),
      wanted: "the view hears 100 insertions, 100 titles are written", sameMistake: true, managed),
  ]

  /// Keeps its tracks in an archive, and counts the titles that it writes there.
  private class ArchivedPlaylist: KeyValueObject {
    var archive: [String] = []
    var written = 0

    // snippet.setter
    var tracks: [String] {
      get { archive }
      set {
        written += newValue.count
        archive = newValue
      }
    }
    // snippet.end

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("tracks", \ArchivedPlaylist.tracks)]
    }
  }

  private final class PlaylistWithAccessors: ArchivedPlaylist {
    // snippet.accessors
    // Only the proxy calls these methods, and the proxy announces the change.
    func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
      written += new.count
      for (index, track) in zip(indexes.ranges.joined(), new) { archive.insert(track, at: index) }
    }

    func removeTracks(at indexes: RangeSet<Int>) { archive.removeSubranges(indexes) }

    override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
      key == "tracks"
        ? ArrayAccessors(
          insert: PlaylistWithAccessors.insertTracks, remove: PlaylistWithAccessors.removeTracks)
        : super.arrayAccessors(forKey: key)
    }
    // snippet.end
  }

  private final class PlaylistView: KeyValueObject {
    var insertions = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if change.kind == .insertion { insertions += 1 }
    }
  }

  private static func raw(_ story: Story) -> String {
    let playlist = ArchivedPlaylist()
    let view = PlaylistView()
    playlist.addObserver(view, forKeyPath: "tracks")
    defer { playlist.removeObserver(view, forKeyPath: "tracks") }
    return appendHundred(to: playlist, seenBy: view, story)
  }

  private static func managed(_ story: Story) -> String {
    let playlist = ArchivedPlaylist()
    let view = PlaylistView()
    view.kvoController.observe(playlist, keyPath: "tracks", context: nil)
    return appendHundred(to: playlist, seenBy: view, story)
  }

  private static func accessors(_ story: Story) -> String {
    let playlist = PlaylistWithAccessors()
    let view = PlaylistView()
    view.kvoController.observe(playlist, keyPath: "tracks", context: nil)
    return appendHundred(to: playlist, seenBy: view, story)
  }

  private static func appendHundred(
    to playlist: ArchivedPlaylist, seenBy view: PlaylistView, _ story: Story
  ) -> String {
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    for number in 1...100 { tracks.append("Track \(number)") }
    story.say("the playlist has \(playlist.tracks.count) tracks")
    return "the view hears \(view.insertions) insertions, \(playlist.written) titles are written"
  }
}
