import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-7 lost indexes", .watched)
struct LostIndexesTests {
  private let player = Player()
  let view = Recorder()
  var tracks: MutableArrayValue<String> {
    player.playlist.mutableArrayValue(forKey: "tracks", of: String.self)
  }

  @Test("a path that ends in the array keeps the kind and the indexes")
  func pathToTheArray() {
    player.addObserver(view, forKeyPath: "playlist.tracks", options: .new)
    tracks.append("Naima")
    #expect(view.changes.map(\.kind) == [.insertion])
    #expect(view.changes.first?.indexes == RangeSet(0..<1))
    player.removeObserver(view, forKeyPath: "playlist.tracks")
  }

  @Test("raw: what is computed from it, or counts it, is told of a setting, with values of its own")
  func computed() throws {
    for keyPath in ["queue", "playlist.tracks.@count"] {
      player.addObserver(view, forKeyPath: keyPath, options: [.new, .old])
    }
    tracks.append("Naima")
    for keyPath in ["queue", "playlist.tracks.@count"] {
      player.removeObserver(view, forKeyPath: keyPath)
    }
    #expect(view.changes.map(\.kind) == [.setting, .setting])
    #expect(view.changes.map(\.indexes) == [nil, nil])
    let queue = try #require(view.changes.first { $0.newValue is [String] })
    #expect(queue.oldValue as? [String] == [])
    #expect(queue.newValue as? [String] == ["Naima"])
    let count = try #require(view.changes.first { $0.newValue is Int })
    #expect(count.oldValue as? Int == 0)
    #expect(count.newValue as? Int == 1)
  }
}

private final class Player: KeyValueObject {
  @Observed var playlist = Playlist()
  var queue: [String] { playlist.tracks }
  var queueProperty: Property<[String]> { computed(\Player.queue) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("queue", \Player.queue, dependsOn: \.$playlist.$tracks)]
  }
}
