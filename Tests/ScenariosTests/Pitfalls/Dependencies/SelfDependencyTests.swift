import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-4 self dependency", .watched)
struct SelfDependencyTests {
  @Test("nothing happens as long as that key is not observed")
  func unobserved() {
    let track = SelfishTrack()
    let view = Recorder()
    track.addObserver(view, forKeyPath: "title")
    track.title = "Naima"
    #expect(track.line == "Naima by ")
    #expect(view.changes.count == 1)
    track.removeObserver(view, forKeyPath: "title")
  }

  @Test(
    "two keys that depend on each other are allowed, and a change of either is heard once for each")
  func circle() {
    let track = TwinTrack()
    let view = Recorder()
    var calls = 0
    view.kvoController.observe(track, keyPaths: ["title", "artist"]) { _, _, _ in calls += 1 }
    track.title = "Naima"
    #expect(calls == 2)
    track.artist = "John Coltrane"
    #expect(calls == 4)
  }
}

private final class SelfishTrack: Track {
  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("line", \Track.line, dependsOn: \.$title, \.lineProperty)]
  }
}

private final class TwinTrack: Track {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "title": ["artist"]
    case "artist": ["title"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }
}
