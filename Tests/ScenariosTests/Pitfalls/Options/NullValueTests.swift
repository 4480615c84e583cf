import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("OPT-2 null value")
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

  @Test("managed: a typed change tells nil from not there")
  func managedTyped() {
    let track = Track()
    let label = Recorder()
    var told: [String??] = []
    var old: [String??] = []
    label.kvoController.observe(track, \.artist, options: .new) { (_: Recorder, _, change) in
      told.append(change.newValue)
      old.append(change.oldValue)
    }
    track.artist = nil
    track.artist = "Ella"
    #expect(told == [.some(nil), .some("Ella")])
    #expect(old == [nil, nil])
  }

  @Test("managed: a change that is not typed carries the null object, as the raw one does")
  func managedUntyped() {
    let track = Track()
    let label = Recorder()
    label.kvoController.observe(track, keyPath: "artist", options: .new, context: nil)
    track.artist = nil
    #expect(label.changes.map { $0.newValue is KeyValueNull } == [true])
  }
}
