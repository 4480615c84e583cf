import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-1 behind the property", .watched)
struct BehindThePropertyTests {
  @Test("an observed array that is changed in place is announced, as a setting of the whole")
  func observedArray() {
    let playlist = Playlist()
    let view = Recorder()
    playlist.addObserver(view, forKeyPath: "tracks", options: [.new, .old])
    playlist.tracks.append("Naima")
    #expect(view.changes.map(\.kind) == [.setting])
    #expect(view.changes.first?.indexes == nil)
    #expect(view.changes.first?.newValue as? [String] == ["Naima"])
    playlist.removeObserver(view, forKeyPath: "tracks")
  }

  @Test("through the proxy, or by the accessors, each element is heard once, with its place")
  func announced() {
    let playlist = PlainPlaylist()
    let view = Recorder()
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    playlist.mutableArrayValue(forKey: "tracks", of: String.self).append("Naima")
    playlist.insertTracks(["So What"], at: RangeSet(1..<2))
    #expect(view.changes.map(\.kind) == [.insertion, .insertion])
    #expect(view.changes.map(\.indexes) == [RangeSet(0..<1), RangeSet(1..<2)])
    #expect(view.changes.map { $0.newValue as? [String] } == [["Naima"], ["So What"]])
    #expect(playlist.stored == ["Naima", "So What"])
  }
}

private final class PlainPlaylist: KeyValueObject {
  var stored: [String] = []
  var tracks: [String] { stored }

  func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
    willChange(.insertion, valuesAt: indexes, forKey: "tracks")
    for (index, track) in zip(indexes.ranges.joined(), new) { stored.insert(track, at: index) }
    didChange(.insertion, valuesAt: indexes, forKey: "tracks")
  }

  func removeTracks(at indexes: RangeSet<Int>) {
    willChange(.removal, valuesAt: indexes, forKey: "tracks")
    stored.removeSubranges(indexes)
    didChange(.removal, valuesAt: indexes, forKey: "tracks")
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("tracks", \PlainPlaylist.tracks)]
  }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "tracks"
      ? ArrayAccessors(insert: PlainPlaylist.insertTracks, remove: PlainPlaylist.removeTracks)
      : super.arrayAccessors(forKey: key)
  }
}
