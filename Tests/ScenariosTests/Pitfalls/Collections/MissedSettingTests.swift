import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-5 missed setting", .watched)
struct MissedSettingTests {
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
