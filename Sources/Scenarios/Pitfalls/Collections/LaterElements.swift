import Harness
import ManagedObserving
import RawObserving

/// COL-8: the elements of an array are observed, and those that are added later are not.
enum LaterElements {
  static let pitfall = Pitfall(
    "COL-8", "later-elements", "Elements that are added later are not observed",
    frequency: .sometimes, symptoms: [.neverCalled, .calledTwice],
    change: .double("view.show(album)", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the tracks are observed once", .finds("the view hears the first track 1 time, the later track 0 times"),
      wanted: "the view hears the first track 1 time, the later track 1 time", once),
    .raw(
      "all tracks are observed again at each change",
      .finds("the view hears the first track 2 times, the later track 1 time"),
      wanted: "the view hears the first track 1 time, the later track 1 time", again),
    .managed(
      "all tracks are observed again at each change",
      .finds("the view hears the first track 1 time, the later track 1 time"), managed),
  ]

  private class AlbumView: KeyValueObject {
    private(set) var heard: [String: Int] = [:]
    private var added: [Track] = []

    func note(_ track: Track) { heard[track.title, default: 0] += 1 }

    // snippet.once
    func show(_ album: Album) {
      for track in album.tracks {
        track.addObserver(self, forKeyPath: "seconds")
        added.append(track)
      }
    }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let track = object as? Track { note(track) }
    }

    deinit {
      for track in added { track.removeObserver(self, forKeyPath: "seconds") }
    }
  }

  private final class EagerAlbumView: AlbumView {
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let album = object as? Album { return show(album) }
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  private static func once(_ story: Story) -> String {
    let album = albumWithOneTrack()
    let view = AlbumView()
    view.show(album)
    return addAndChange(album, seenBy: view, story)
  }

  private static func again(_ story: Story) -> String {
    let album = albumWithOneTrack()
    let view = EagerAlbumView()
    view.show(album)
    album.addObserver(view, forKeyPath: "tracks")
    defer { album.removeObserver(view, forKeyPath: "tracks") }
    return addAndChange(album, seenBy: view, story)
  }

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let album = albumWithOneTrack()
    let view = AlbumView()
    view.kvoController.observe(album, \.$tracks, options: [.initial, .old]) { view, album, change in
      for track in change.oldValue ?? change.oldElements ?? [] {
        view.kvoController.unobserve(track, \.$seconds)
      }
      for track in album.tracks {
        view.kvoController.observe(track, \.$seconds, duplicates: .ignoreInSilence) { view, track, _ in
          view.note(track)
        }
      }
    }
    return addAndChange(album, seenBy: view, story)
  }
  // snippet.end

  private static func albumWithOneTrack() -> Album {
    let album = Album()
    let first = Track()
    first.title = "Naima"
    album.tracks = [first]
    return album
  }

  private static func addAndChange(
    _ album: Album, seenBy view: AlbumView, _ story: Story
  ) -> String {
    let later = Track()
    later.title = "So What"
    album.mutableArrayValue(forKey: "tracks", of: Track.self).append(later)
    for track in album.tracks {
      track.seconds += 1
      story.say("\(track.title) changes, and the view is called \(times(view.heard[track.title] ?? 0))")
    }
    let (first, second) = (view.heard["Naima"] ?? 0, view.heard["So What"] ?? 0)
    return "the view hears the first track \(times(first)), the later track \(times(second))"
  }
}
