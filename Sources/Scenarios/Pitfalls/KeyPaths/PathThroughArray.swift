import Harness
import ManagedObserving
import RawObserving

/// KEY-10: a path continues after a property that holds an array.
enum PathThroughArray {
  static let pitfall = Pitfall(
    "KEY-10", "path-through-array", "A path runs through an array to the elements' properties",
    frequency: .rare, symptoms: [.diesWhenAdded, .diesWhenChanged],
    change: .delete(#"view.kvoController.observe(track, \.$title) { view, _, _ in view.calls += 1 }"#),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "the titles of all tracks at once", .dies(.collectionObserved), wanted: "2 titles are set, the view hears 2", raw),
    .managed("each track is observed", .finds("2 titles are set, the view hears 2"), eachTrack),
    .managed("the number of tracks is observed", .finds("the view shows 2, then 3 tracks"), count),
    .managed(
      "the titles of all tracks at once, through a controller", .dies(.collectionObserved),
      wanted: "2 titles are set, the view hears 2", sameMistake: true, managed),
  ]

  private final class Playlist: KeyValueObject {
    @Observed var tracks = [Track(), Track()]
  }

  private final class PlaylistView: CountingView {
    var shown: [Int] = []
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    story.say("the view asks for the titles")
    playlist.addObserver(view, forKeyPath: "tracks.title", options: .new)
    for track in playlist.tracks { track.title = "Overture" }
    playlist.removeObserver(view, forKeyPath: "tracks.title")
    return "\(playlist.tracks.count) titles are set, the view hears \(view.calls)"
  }
  // snippet.end

  // snippet.asked
  private static func managed(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    story.say("the view asks for the titles")
    view.kvoController.observe(playlist, keyPath: "tracks.title", options: .new, context: nil)
    for track in playlist.tracks { track.title = "Overture" }
    return "\(playlist.tracks.count) titles are set, the view hears \(view.calls)"
  }
  // snippet.end

  private static func eachTrack(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    // snippet.each-track
    for track in playlist.tracks {
      view.kvoController.observe(track, \.$title) { view, _, _ in view.calls += 1 }
    }
    // snippet.end
    story.say("the view observes each track, and the titles are set")
    for track in playlist.tracks { track.title = "Overture" }
    return "\(playlist.tracks.count) titles are set, the view hears \(view.calls)"
  }

  private static func count(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    story.say("the view observes the count, and a track is added")
    view.kvoController.observe(playlist, keyPath: "tracks.@count", options: [.initial, .new]) {
      view, _, change in
      if let count = change.newValue as? Int { view.shown.append(count) }
    }
    playlist.tracks.append(Track())
    return "the view shows \(view.shown.map(String.init).joined(separator: ", then ")) tracks"
  }
}
