import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-11 remove by index", .watched)
struct RemoveByIndexTests {
  private final class Track: KeyValueObject {
    @Observed var title = ""
  }

  @Test("raw: the index names another track by now, which is not observed: the process dies")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      var tracks = [Track(), Track()]
      tracks[1].addObserver(view, forKeyPath: "title")
      tracks.insert(Track(), at: 0)
      tracks[1].removeObserver(view, forKeyPath: "title")
    }
    let text = text(try #require(result).standardErrorContent)
    #expect(text.contains("'NSRangeException'"))
    #expect(text.contains(#"for the key path "title" from <Track 0x"#))
  }

  @Test("raw: where every track is observed, the wrong one goes deaf without a word")
  func rawWrongElement() {
    let view = Recorder()
    var tracks = [Track(), Track()]
    for track in tracks { track.addObserver(view, forKeyPath: "title", options: .new) }
    let (first, second) = (tracks[0], tracks[1])
    tracks.insert(Track(), at: 0)
    tracks[1].removeObserver(view, forKeyPath: "title")
    first.title = "Blue"
    second.title = "Green"
    #expect(view.changes.map { $0.newValue as? String } == ["Green"])
    second.removeObserver(view, forKeyPath: "title")
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

  @Test("managed: unobserving by index takes the wrong track as well, without a word")
  func managedByIndex() {
    let view = Recorder()
    let controller = KVOController(observer: view)
    var tracks = [Track(), Track()]
    for track in tracks {
      controller.observe(track, keyPath: "title", options: .new, context: nil)
    }
    let (first, second) = (tracks[0], tracks[1])
    tracks.insert(Track(), at: 0)
    controller.unobserve(tracks[1])
    first.title = "Blue"
    second.title = "Green"
    #expect(view.changes.map { $0.newValue as? String } == ["Green"])
  }

  @Test("managed: a track that was remembered is the track that is unobserved")
  func managedRemembers() {
    let view = Recorder()
    let controller = KVOController(observer: view)
    var tracks = [Track(), Track()]
    let shown = tracks
    for track in shown {
      controller.observe(track, keyPath: "title", options: .new, context: nil)
    }
    tracks.insert(Track(), at: 0)
    controller.unobserve(shown[1])
    shown[0].title = "Blue"
    shown[1].title = "Green"
    #expect(view.changes.map { $0.newValue as? String } == ["Blue"])
  }
}
