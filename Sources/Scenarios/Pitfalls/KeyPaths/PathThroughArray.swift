import ManagedObserving
import RawObserving

/// KEY-10: a path continues after a property that holds an array.
enum PathThroughArray {
  static let pitfall = Pitfall(
    "KEY-10", "path-through-array", "A path runs through an array to the elements' properties",
    lesson: .keysAndPaths, symptoms: [.diesWhenAdded, .diesWhenChanged],
    why: "The path continues after the array, so the engine would have to register with the array itself. An array has "
      + "no observers.",
    fix: "Observe each element, which a controller makes short, or the number of elements with `@count`.",
    prediction: Prediction(
      "A playlist has an array of two tracks. A view asks to observe `tracks.title` of the playlist, and then the "
        + "titles are set. What happens?",
      .right(
        "The process dies: an array cannot be observed.",
        "After `tracks` the engine would have to register with the array itself. Adding the observer raises an exception."
      ),
      .wrong(
        "The view is called for each title that is set.",
        "Apple's key-value coding reads such a path as the titles of all tracks, so observing it looks possible. But "
          + "an array cannot announce changes of its elements."),
      .wrong(
        "The view is called when the array is replaced, and not for a title.",
        "Observing only `tracks` does that. This path does not end at the array, so the engine does not stop there."),
      .wrong(
        "No exception is raised, and the view is never called.",
        "A misspelt key is accepted in this way. But for this path the engine has to read the array, and raises an "
          + "exception at once.")),
    acts: [
      .raw(
        "the titles of all tracks at once", .dies(.collectionObserved), wanted: "2 titles are set, the view hears 2",
        raw),
      .managed("each track is observed", .finds("2 titles are set, the view hears 2"), eachTrack),
      .managed("the number of tracks is observed", .finds("the view shows 2, then 3 tracks"), count),
      .managed(
        "the titles of all tracks at once, through a controller", .dies(.collectionObserved),
        wanted: "2 titles are set, the view hears 2",
        sameMistake: true, managed),
    ])

  private final class Track: KeyValueObject {
    @Observed var title = ""
  }

  private final class Playlist: KeyValueObject {
    @Observed var tracks = [Track(), Track()]
  }

  private final class PlaylistView: KeyValueObject {
    var shown: [Int] = []
    var calls = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
    }
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

  private static func managed(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    story.say("the view asks for the titles")
    view.kvoController.observe(playlist, keyPath: "tracks.title", options: .new, context: nil)
    for track in playlist.tracks { track.title = "Overture" }
    return "\(playlist.tracks.count) titles are set, the view hears \(view.calls)"
  }

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
    // snippet.count
    view.kvoController.observe(playlist, keyPath: "tracks.@count", options: [.initial, .new]) {
      view, _, change in
      if let count = change.newValue as? Int { view.shown.append(count) }
    }
    playlist.tracks.append(Track())
    // snippet.end
    return "the view shows \(view.shown.map(String.init).joined(separator: ", then ")) tracks"
  }
}
