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

  @Test("through the proxy each element is heard once, with its place, even if the proxy is older than the observer")
  func announced() {
    let playlist = PlainPlaylist()
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    let view = Recorder()
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    tracks.append("Naima")
    tracks.append("So What")
    #expect(view.changes.map(\.kind) == [.insertion, .insertion])
    #expect(view.changes.map(\.indexes) == [RangeSet(0..<1), RangeSet(1..<2)])
    #expect(view.changes.map { $0.newValue as? [String] } == [["Naima"], ["So What"]])
    #expect(playlist.stored == ["Naima", "So What"])
  }

  @Test("an accessor that is called without the proxy announces nothing; one that announces is heard twice")
  func accessors() {
    let playlist = PlainPlaylist()
    let view = Recorder()
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    playlist.insertTracks(["Naima"], at: RangeSet(0..<1))
    #expect(view.changes.isEmpty)
    playlist.announces = true
    playlist.mutableArrayValue(forKey: "tracks", of: String.self).append("So What")
    #expect(view.changes.map(\.kind) == [.insertion, .insertion])
    #expect(view.changes.map { $0.newValue as? [String] } == [["So What"], ["So What"]])
  }
}

private final class PlainPlaylist: KeyValueObject {
  var stored: [String] = []
  var tracks: [String] { stored }

  var announces = false

  func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
    if announces { willChange(.insertion, valuesAt: indexes, forKey: "tracks") }
    for (index, track) in zip(indexes.ranges.joined(), new) { stored.insert(track, at: index) }
    if announces { didChange(.insertion, valuesAt: indexes, forKey: "tracks") }
  }

  func removeTracks(at indexes: RangeSet<Int>) { stored.removeSubranges(indexes) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("tracks", \PlainPlaylist.tracks)]
  }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "tracks"
      ? ArrayAccessors(insert: PlainPlaylist.insertTracks, remove: PlainPlaylist.removeTracks)
      : super.arrayAccessors(forKey: key)
  }
}
