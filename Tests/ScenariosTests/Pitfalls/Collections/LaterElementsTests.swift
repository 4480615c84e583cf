import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-8 later elements", .watched)
struct LaterElementsTests {
  let album = Album()
  let view = Recorder()
  let first = Track()
  let later = Track()

  init() { album.tracks = [first] }

  private func append(_ track: Track) {
    album.mutableArrayValue(forKey: "tracks", of: Track.self).append(track)
  }

  @Test("raw: a track that is added later is silent, and one that is removed is still heard")
  func once() {
    for track in album.tracks { track.addObserver(view, forKeyPath: "seconds") }
    append(later)
    later.seconds = 1
    #expect(view.changes.isEmpty)
    album.tracks = [later]
    first.seconds = 1
    #expect(view.changes.count == 1)
    first.removeObserver(view, forKeyPath: "seconds")
  }

  @Test("managed: a controller does not follow the array by itself")
  func unattended() {
    for track in album.tracks {
      view.kvoController.observe(track, keyPath: "seconds", context: nil)
    }
    append(later)
    later.seconds = 1
    #expect(view.changes.isEmpty)
  }

  @Test("managed: to observe all again, and to unobserve the old, follows every kind of change")
  func managed() {
    var heard: [ObjectIdentifier] = []
    view.kvoController.observe(album, \.$tracks, options: [.initial, .old]) { view, album, change in
      for track in change.oldValue ?? change.oldElements ?? [] {
        view.kvoController.unobserve(track, \.$seconds)
      }
      for track in album.tracks {
        view.kvoController.observe(track, \.$seconds) { _, track, _ in
          heard.append(ObjectIdentifier(track))
        }
      }
    }
    /// How often a change of the first track is heard, and one of the later.
    func heardNow() -> [Int] {
      heard = []
      first.seconds += 1
      later.seconds += 1
      return [first, later].map { track in heard.count { $0 == ObjectIdentifier(track) } }
    }
    #expect(heardNow() == [1, 0])
    append(later)
    #expect(heardNow() == [1, 1])
    album.mutableArrayValue(forKey: "tracks", of: Track.self).remove(at: 0)
    #expect(heardNow() == [0, 1])
    album.mutableArrayValue(forKey: "tracks", of: Track.self)[0] = first
    #expect(heardNow() == [1, 0])
    album.tracks = [first, later]
    #expect(heardNow() == [1, 1])
    album.tracks = []
    #expect(heardNow() == [0, 0])
  }
}
