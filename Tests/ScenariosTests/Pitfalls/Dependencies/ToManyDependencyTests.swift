import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-5 to-many dependency", .watched)
struct ToManyDependencyTests {
  @Test("raw: a dependency that leads through an array ends the process, also when it is empty")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      AlbumThroughTheArray().addObserver(Recorder(), forKeyPath: "total")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'"))
    #expect(text.contains("[Array<Track> addObserver:forKeyPath:options:context:]"))
    #expect(text.contains("is not supported. Key path: seconds."))
  }

  @Test("an album that observes its tracks keeps a total that is announced, and retains no track")
  func children() {
    var album: AlbumOfChildren! = AlbumOfChildren()
    let probe = Probe(album)
    let view = Recorder()
    let track = Track()
    do {
      let controller = KVOController(observer: view)
      controller.observe(album, keyPath: "total", options: .new, context: nil)
      album.add(track)
      track.seconds = 264
      #expect(view.changes.map { $0.newValue as? Int } == [0, 264])
    }
    album = nil
    #expect(!probe.isAlive)
    track.seconds = 265
    #expect(view.changes.count == 2)
  }
}

private final class AlbumThroughTheArray: Album {
  var total: Int { tracks.map(\.seconds).reduce(0, +) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("total", \AlbumThroughTheArray.total)]
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "total" ? ["tracks.seconds"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

private final class AlbumOnTheArray: Album {
  var total: Int { tracks.map(\.seconds).reduce(0, +) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("total", \AlbumOnTheArray.total, dependsOn: \.$tracks)]
  }
}

private final class AlbumOfChildren: Album {
  @Observed private(set) var total = 0

  func add(_ track: Track) {
    tracks.append(track)
    kvoController.observe(track, \.$seconds, options: .initial) { album, _, _ in
      album.total = album.tracks.map(\.seconds).reduce(0, +)
    }
  }
}
