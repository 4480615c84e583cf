import Harness
import ManagedObserving
import RawObserving

/// KEY-12: an observed property is declared without the wrapper, so its changes are never announced.
enum UnwrappedProperty {
  static let pitfall = Pitfall(
    "KEY-12", "unwrapped-property", "An observed property is declared without the wrapper",
    frequency: .daily, symptoms: [.neverCalled],
    change: .double(#"playlist.title = "Evening""#, 3, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a string names the property", .finds("the title is Evening, the view hears 0 changes"),
      wanted: "the title is Evening, the view hears 1 change", raw),
    .managed("the property has the wrapper", .finds("the title is Evening, the view hears 1 change"), wrapped),
    .managed(
      "a string names the property, and a controller observes",
      .finds("the title is Evening, the view hears 0 changes"), wanted: "the title is Evening, the view hears 1 change",
      sameMistake: true, sameString),
  ]

  // snippet.playlists
  private final class PlainPlaylist: KeyValueObject {
    var title = "Morning"
  }

  private final class Playlist: KeyValueObject {
    @Observed var title = "Morning"
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = CountingView()
    playlist.addObserver(view, forKeyPath: "title", options: .new)
    story.say("the title is observed, and no error is reported")
    playlist.title = "Evening"
    playlist.removeObserver(view, forKeyPath: "title")
    return "the title is \(playlist.title), the view hears \(plural(view.calls, "change"))"
  }

  // snippet.asked
  private static func sameString(_ story: Story) -> String {
    let playlist = PlainPlaylist()
    let view = CountingView()
    view.kvoController.observe(playlist, keyPath: "title") { view, _, _ in
      view.calls += 1
    }
    story.say("the title is observed, and no error is reported")
    playlist.title = "Evening"
    return "the title is \(playlist.title), the view hears \(plural(view.calls, "change"))"
  }
  // snippet.end

  // snippet.wrapped
  /// A typed key path needs the wrapper: `\.$title` of a plain playlist does not compile.
  private static func wrapped(_ story: Story) -> String {
    let playlist = Playlist()
    let view = CountingView()
    view.kvoController.observe(playlist, \.$title) { view, _, _ in
      view.calls += 1
    }
    story.say("the title is observed")
    playlist.title = "Evening"
    return "the title is \(playlist.title), the view hears \(plural(view.calls, "change"))"
  }
  // snippet.end
}
