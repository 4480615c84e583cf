import ManagedObserving
import RawObserving

/// KEY-12: an observed property is declared without the wrapper, so its changes are never announced.
enum UnwrappedProperty {
  static let pitfall = Pitfall(
    "KEY-12", "unwrapped-property", "An observed property is declared without the wrapper",
    lesson: .keysAndPaths, symptoms: [.neverCalled],
    why: "Only the wrapper's setter announces changes. A plain stored property has no such setter.",
    fix: "Declare the property `@Observed`. Use the typed key path `\\.$title`, which does not compile without the "
      + "wrapper.",
    prediction: Prediction(
      "The title of a playlist is a plain stored property, declared without the wrapper `@Observed`. A view observes "
        + "the string \"title\". Then the title is set. What happens?",
      .right(
        "No exception is raised, and the view is never called.",
        "The class compiles and the string is accepted, but a plain property announces no changes."),
      .wrong(
        "The view is called once: the class is observable.",
        "The class inherits from `KeyValueObject`, which looks sufficient. But only the setter of a wrapped property "
          + "announces a change."),
      .wrong(
        "Adding raises an exception: the title cannot be observed.",
        "The engine could see that the title has no wrapper. But a class may announce such a key by hand, so "
          + "adding accepts any key.")),
    acts: [
      .raw(
        "a string names the property", .finds("the title is Evening, the view hears 0 changes"),
        wanted: "the title is Evening, the view hears 1 change", raw),
      .managed(
        "the property has the wrapper", .finds("the title is Evening, the view hears 1 change"), wrapped),
      .managed(
        "a string names the property, and a controller observes",
        .finds("the title is Evening, the view hears 0 changes"),
        wanted: "the title is Evening, the view hears 1 change", sameMistake: true, sameString),
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
    story.say("the title is observed, and no error is reported")
    playlist.title = "Evening"
    playlist.removeObserver(view, forKeyPath: "title")
    return "the title is \(playlist.title), the view hears \(plural(view.calls, "change"))"
  }

  private static func sameString(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = PlaylistView()
    view.kvoController.observe(playlist, keyPath: "title") { view, _, _ in
      view.calls += 1
    }
    story.say("the title is observed, and no error is reported")
    playlist.title = "Evening"
    return "the title is \(playlist.title), the view hears \(plural(view.calls, "change"))"
  }

  // snippet.wrapped
  /// A typed key path needs the wrapper: `\.$title` of a plain playlist does not compile.
  private static func wrapped(_ story: Story) -> String {
    let playlist = Playlist()
    let view = PlaylistView()
    view.kvoController.observe(playlist, \.$title) { view, _, _ in
      view.calls += 1
    }
    story.say("the title is observed")
    playlist.title = "Evening"
    return "the title is \(playlist.title), the view hears \(plural(view.calls, "change"))"
  }
  // snippet.end
}
