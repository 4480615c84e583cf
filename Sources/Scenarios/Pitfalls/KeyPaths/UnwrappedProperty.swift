import ManagedObserving
import RawObserving

/// KEY-12: a property is observed that was declared without the wrapper, and never announces anything.
enum UnwrappedProperty {
  static let pitfall = Pitfall(
    "KEY-12", "unwrapped-property", "A property is observed that is declared without the wrapper",
    lesson: "18-keys-that-stay-silent.md#key-12-unwrapped-property",
    acts: [
      .raw("a string names it", .finds("the title is Evening, changes heard: 0"), raw),
      .managed(
        "the same string", .finds("the title is Evening, changes heard: 0"), sameMistake: true,
        sameString),
      .managed(
        "the property has the wrapper", .finds("the title is Evening, changes heard: 1"), wrapped),
    ])

  // snippet.playlists
  private final class PlainPlaylist: KeyValueObject {
    var title = "Morning"
  }

  private final class Playlist: KeyValueObject {
    @Observed var title = "Morning"
  }
  // snippet.end

  private final class PlaylistView: KeyValueObject {
    var calls = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls += 1
    }
  }

  private static func raw(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = PlaylistView()
    playlist.addObserver(view, forKeyPath: "title", options: .new)
    story.say("the title is observed, and nothing has complained")
    playlist.title = "Evening"
    playlist.removeObserver(view, forKeyPath: "title")
    return "the title is \(playlist.title), changes heard: \(view.calls)"
  }

  private static func sameString(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = PlaylistView()
    view.kvoController.observe(playlist, keyPath: "title") { view, _, _ in
      view.calls += 1
    }
    story.say("the title is observed, and nothing has complained")
    playlist.title = "Evening"
    return "the title is \(playlist.title), changes heard: \(view.calls)"
  }

  /// A typed key path needs the wrapper: `\.$title` of a plain playlist does not compile.
  private static func wrapped(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    view.kvoController.observe(playlist, \.$title) { view, _, _ in
      view.calls += 1
    }
    story.say("the title is observed")
    playlist.title = "Evening"
    return "the title is \(playlist.title), changes heard: \(view.calls)"
  }
}
