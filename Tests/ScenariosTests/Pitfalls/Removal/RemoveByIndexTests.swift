import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-11 remove by index", .watched)
struct RemoveByIndexTests {
  private final class Track: KeyValueObject {
    @Observed var title = ""
  }

  @Test("raw: the index may be gone altogether, and the track is still observed")
  func rawShorter() {
    let view = Recorder()
    var tracks = [Track(), Track()]
    tracks[1].addObserver(view, forKeyPath: "title")
    let removed = tracks.remove(at: 1)
    removed.title = "Blue"
    #expect(!tracks.indices.contains(1))
    #expect(view.changes.count == 1)
    removed.removeObserver(view, forKeyPath: "title")
  }
}
