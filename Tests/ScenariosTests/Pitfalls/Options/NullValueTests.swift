import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("OPT-2 null value", .watched)
struct NullValueTests {
  private final class Track: KeyValueObject {
    @Observed var artist: String? = "Nina"
  }

  @Test("raw: a nil is reported as null, which is there, is no string, and prints as <null>")
  func raw() throws {
    let track = Track()
    let label = Recorder()
    track.addObserver(label, forKeyPath: "artist", options: [.new, .old])
    track.artist = nil
    track.artist = "Ella"
    track.removeObserver(label, forKeyPath: "artist")
    try #require(label.changes.count == 2)
    let null = label.changes[0].newValue
    #expect(null != nil)
    #expect(null is KeyValueNull)
    #expect(null as? String == nil)
    #expect("\(null ?? "unknown")" == "<null>")
    #expect(label.changes[1].oldValue is KeyValueNull)
  }

  @Test("managed: a typed change carries nil as nil; an old value needs the option")
  func managedTyped() {
    let track = Track()
    let label = Recorder()
    var told: [String?] = []
    var old: [String??] = []
    label.kvoController.observe(track, \.$artist) { _, _, change in
      told.append(change.value)
      old.append(change.oldValue)
    }
    track.artist = nil
    track.artist = "Ella"
    #expect(told == [nil, "Ella"])
    #expect(old == [nil, nil])
  }
}
