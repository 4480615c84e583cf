import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-4 self dependency", .watched)
struct SelfDependencyTests {
  @Test("raw: the add ends the process, and names the class and the key")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      SelfishTrack().addObserver(Recorder(), forKeyPath: "line")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'NSInternalInconsistencyException'"))
    #expect(
      text.contains(
        """
        SelfishTrack: A +keyPathsForValuesAffectingValueForKey: message returned a set that includes \
        the same key that was passed in, which is not valid.
        Passed-in key: line
        Returned key path set: {(
            line
            title
        )}'
        """))
  }

  @Test("managed: the controller's add ends it as well")
  func managedDies() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let view = Recorder()
      view.kvoController.observe(SelfishTrack(), keyPath: "line", context: nil)
    }
  }

  @Test("nothing is wrong as long as nobody observes that key")
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
