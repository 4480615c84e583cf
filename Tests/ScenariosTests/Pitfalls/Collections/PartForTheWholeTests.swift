import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-4 part for the whole", .watched)
struct PartForTheWholeTests {
  let playlist = Playlist()
  let view = Recorder()
  var tracks: MutableArrayValue<String> {
    playlist.mutableArrayValue(forKey: "tracks", of: String.self)
  }

  init() { playlist.tracks = ["Naima"] }

  @Test("raw: an insertion has no old and a removal no new, though both were asked for")
  func raw() throws {
    playlist.addObserver(view, forKeyPath: "tracks", options: [.new, .old])
    tracks.append("So What")
    tracks.remove(at: 0)
    tracks[0] = "Blue in Green"
    playlist.removeObserver(view, forKeyPath: "tracks")

    try #require(view.changes.count == 3)
    let (insertion, removal, replacement) = (view.changes[0], view.changes[1], view.changes[2])
    #expect(insertion.kind == .insertion)
    #expect(insertion.oldValue == nil)
    #expect(insertion.newValue as? [String] == ["So What"])
    #expect(removal.kind == .removal)
    #expect(removal.oldValue as? [String] == ["Naima"])
    #expect(removal.newValue == nil)
    #expect(replacement.kind == .replacement)
    #expect(replacement.oldValue as? [String] == ["So What"])
    #expect(replacement.newValue as? [String] == ["Blue in Green"])
  }

  @Test("managed: a typed change carries the same elements, and beside them the whole value")
  func managed() {
    var kinds: [KeyValueChangeKind] = []
    view.kvoController.observe(playlist, \.$tracks, options: .old) { _, _, change in
      kinds.append(change.kind)
      switch change.kind {
      case .insertion:
        #expect(change.oldElements == nil && change.newElements == ["So What"])
        #expect(change.value == ["Naima", "So What"])
      case .removal:
        #expect(change.oldElements == ["Naima"] && change.newElements == nil)
        #expect(change.value == ["So What"])
      default: Issue.record("an insertion and a removal, and not \(change.kind)")
      }
    }
    tracks.append("So What")
    tracks.remove(at: 0)
    #expect(kinds == [.insertion, .removal])
  }

  @Test("a view that looks at the kind and the indexes stays in step with every change")
  func inStep() {
    var rows = playlist.tracks
    view.kvoController.observe(playlist, \.$tracks) { _, playlist, change in
      let indexes = change.indexes ?? RangeSet()
      let new = change.newElements ?? []
      switch change.kind {
      case .setting: rows = change.value
      case .insertion:
        for (index, track) in zip(indexes.ranges.joined(), new) { rows.insert(track, at: index) }
      case .removal: rows.removeSubranges(indexes)
      case .replacement:
        for (index, track) in zip(indexes.ranges.joined(), new) { rows[index] = track }
      }
      #expect(rows == playlist.tracks)
      #expect(change.value == playlist.tracks)
    }
    tracks.insert(["So What", "All Blues"], at: RangeSet([0..<1, 2..<3]))
    tracks[1] = "Blue in Green"
    tracks.remove(at: RangeSet([0..<1, 2..<3]))
    playlist.tracks = ["Naima", "Spiral"]
    tracks.removeAll()
    #expect(rows.isEmpty)
  }
}
