import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-5 missed setting", .watched)
struct MissedSettingTests {
  @Test("a whole array that is assigned arrives as a setting without indexes")
  func withoutIndexes() {
    let playlist = Playlist()
    let view = Recorder()
    playlist.addObserver(view, forKeyPath: "tracks", options: .new)
    playlist.tracks = ["Naima", "So What"]
    #expect(view.changes.map(\.kind) == [.setting])
    #expect(view.changes.first?.indexes == nil)
    playlist.removeObserver(view, forKeyPath: "tracks")
  }

  @Test("raw: a view that missed the setting ends the process at the next removal")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let playlist = Playlist()
      let view = IndexView()
      playlist.addObserver(view, forKeyPath: "tracks", options: .new)
      playlist.tracks = ["Naima", "So What"]
      playlist.mutableArrayValue(forKey: "tracks", of: String.self).remove(at: 1)
      playlist.removeObserver(view, forKeyPath: "tracks")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'NSRangeException'"))
    #expect(text.contains(/The value for the key "rows" of <IndexView 0x[0-9a-f]+> has 0 elements/))
    #expect(text.contains("and the indexes 1..<2 are out of range."))
  }

  @Test(
    "managed: the controller passes the setting on as it is, and the view ends the process as well")
  func managedDies() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let playlist = Playlist()
      let view = IndexView()
      view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
      playlist.tracks = ["Naima", "So What"]
      playlist.mutableArrayValue(forKey: "tracks", of: String.self).remove(at: 1)
    }
  }

  @Test("a view that handles both stays in step")
  func both() {
    let playlist = Playlist()
    let view = IndexView()
    view.handlesSettings = true
    view.kvoController.observe(playlist, keyPath: "tracks", options: .new, context: nil)
    let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
    tracks.append("Naima")
    playlist.tracks = ["Naima", "So What", "Blue in Green"]
    tracks.remove(at: 1)
    #expect(view.rows == ["Naima", "Blue in Green"])
  }
}

private final class IndexView: KeyValueObject {
  @Observed var rows: [String] = []
  var handlesSettings = false

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    let new = change.newValue as? [String] ?? []
    guard let indexes = change.indexes else {
      if handlesSettings { rows = new }
      return
    }
    let rows = mutableArrayValue(forKey: "rows", of: String.self)
    if change.kind == .insertion { rows.insert(new, at: indexes) } else { rows.remove(at: indexes) }
  }
}
