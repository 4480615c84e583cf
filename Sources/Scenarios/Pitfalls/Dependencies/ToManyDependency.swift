import Harness
import ManagedObserving
import RawObserving

/// DEP-5: a value is computed from a property of every object in an array.
enum ToManyDependency {
  static let pitfall = Pitfall(
    "DEP-5", "to-many-dependency", "A key depends on a property of every object in an array",
    frequency: .rare, symptoms: [.diesWhenAdded, .neverCalled],
    change: .delete(#"album.total = album.tracks.map(\.seconds).reduce(0, +)"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the total depends on tracks.seconds", .dies(.collectionObserved), wanted: "the program goes on",
      rawThroughTheArray),
    .raw(
      "the total depends on tracks", .finds("the view hears 1 of 2 changes"), wanted: "the view hears 2 of 2 changes",
      rawOnTheArray),
    .managed("the album observes each of its tracks", .finds("the view hears 2 of 2 changes"), observedChildren),
    .managed(
      "the total depends on tracks.seconds", .dies(.collectionObserved), wanted: "the program goes on",
      sameMistake: true, managedThroughTheArray),
  ]

  private final class AlbumThroughTheArray: Album {
    var total: Int { tracks.map(\.seconds).reduce(0, +) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \AlbumThroughTheArray.total)]
    }

    // snippet.through
    // By name: a typed key path through an array does not compile.
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      key == "total" ? ["tracks.seconds"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }
    // snippet.end
  }

  // snippet.asked
  private final class AlbumOnTheArray: Album {
    var total: Int { tracks.map(\.seconds).reduce(0, +) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \AlbumOnTheArray.total, dependsOn: \.$tracks)]
    }
  }
  // snippet.end

  // snippet.children
  private final class AlbumOfChildren: Album {
    @Observed private(set) var total = 0

    func add(_ track: Track) {
      tracks.append(track)
      kvoController.observe(track, \.$seconds, options: .initial) { album, _, _ in
        album.total = album.tracks.map(\.seconds).reduce(0, +)
      }
    }
  }
  // snippet.end

  private static func rawThroughTheArray(_ story: Story) -> String {
    let album = AlbumThroughTheArray()
    let view = TellingView(story, "the total is")
    story.say("the view asks for the total of an empty album")
    album.addObserver(view, forKeyPath: "total", options: .new)
    album.removeObserver(view, forKeyPath: "total")
    return "the program goes on"
  }

  private static func rawOnTheArray(_ story: Story) -> String {
    let album = AlbumOnTheArray()
    let view = TellingView(story, "the total is")
    album.addObserver(view, forKeyPath: "total", options: .new)
    let track = Track()
    album.tracks.append(track)
    track.seconds = 264
    story.say("the total is \(album.total)")
    album.removeObserver(view, forKeyPath: "total")
    return "the view hears \(view.calls) of 2 changes"
  }

  private static func managedThroughTheArray(_ story: Story) -> String {
    let album = AlbumThroughTheArray()
    let view = TellingView(story, "the total is")
    story.say("the view asks for the total of an empty album")
    view.kvoController.observe(album, keyPath: "total", options: .new, context: nil)
    return "the program goes on"
  }

  private static func observedChildren(_ story: Story) -> String {
    let album = AlbumOfChildren()
    let view = TellingView(story, "the total is")
    view.kvoController.observe(album, keyPath: "total", options: .new, context: nil)
    let track = Track()
    album.add(track)
    track.seconds = 264
    story.say("the total is \(album.total)")
    return "the view hears \(view.calls) of 2 changes"
  }
}
