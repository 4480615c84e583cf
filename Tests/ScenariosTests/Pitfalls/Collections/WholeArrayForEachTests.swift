import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-2 whole array for each", .watched)
struct WholeArrayForEachTests {
  @Test("raw: without accessors the setter is called for every element, with the whole array")
  func setter() {
    let playlist = ArchivedPlaylist()
    let view = Recorder()
    playlist.addObserver(view, forKeyPath: "tracks", options: .new)
    append(3, to: playlist)
    #expect(playlist.sizesWritten == [1, 2, 3])
    #expect(view.changes.map(\.kind) == [.insertion, .insertion, .insertion])
    #expect(
      view.changes.map { $0.newValue as? [String] } == [["Track 0"], ["Track 1"], ["Track 2"]])
    playlist.removeObserver(view, forKeyPath: "tracks")
  }

  @Test("managed: the setter is called as often with any observer, and without one")
  func managed() {
    let playlist = ArchivedPlaylist()
    append(2, to: playlist)
    let view = Recorder()
    view.kvoController.observe(playlist, keyPath: "tracks", context: nil)
    append(1, to: playlist)
    #expect(playlist.sizesWritten == [1, 2, 3])
  }

  @Test("several elements at once are one insertion and one set")
  func atOnce() {
    let playlist = ArchivedPlaylist()
    let view = Recorder()
    view.kvoController.observe(playlist, keyPath: "tracks", context: nil)
    playlist.mutableArrayValue(forKey: "tracks", of: String.self)
      .insert(["Naima", "So What"], at: RangeSet(0..<2))
    #expect(playlist.sizesWritten == [2])
    #expect(view.changes.count == 1)
  }

  @Test("an observed array is changed where it is stored, without a copy")
  func observedArray() {
    let playlist = Playlist()
    playlist.tracks.reserveCapacity(10)
    playlist.tracks.append("Naima")
    let before = playlist.tracks.withUnsafeBufferPointer { $0.baseAddress }
    append(3, to: playlist)
    let after = playlist.tracks.withUnsafeBufferPointer { $0.baseAddress }
    #expect(before == after)
    #expect(playlist.tracks.count == 4)
  }

  private func append(_ count: Int, to playlist: KeyValueObject) {
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    for number in 0..<count { tracks.append("Track \(number)") }
  }
}

private class ArchivedPlaylist: KeyValueObject {
  var archive: [String] = []
  var sizesWritten: [Int] = []

  var tracks: [String] {
    get { archive }
    set {
      sizesWritten.append(newValue.count)
      archive = newValue
    }
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("tracks", \ArchivedPlaylist.tracks)]
  }
}

private final class PlaylistWithAccessors: ArchivedPlaylist {
  var inserted = 0

  func insertTracks(_ new: [String], at indexes: RangeSet<Int>) {
    inserted += new.count
    for (index, track) in zip(indexes.ranges.joined(), new) { archive.insert(track, at: index) }
  }

  func removeTracks(at indexes: RangeSet<Int>) { archive.removeSubranges(indexes) }

  override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
    key == "tracks"
      ? ArrayAccessors(
        insert: PlaylistWithAccessors.insertTracks, remove: PlaylistWithAccessors.removeTracks)
      : super.arrayAccessors(forKey: key)
  }
}
