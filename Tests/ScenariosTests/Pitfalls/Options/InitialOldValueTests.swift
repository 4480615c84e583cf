import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("OPT-3 initial old value", .watched)
struct InitialOldValueTests {
  private final class Track: KeyValueObject {
    @Observed var artist: String? = "Nina"
  }

  private let options: KeyValueObservingOptions = [.initial, .new, .old]

  @Test("raw: the initial call has no old value, though it was asked for and there is a value")
  func raw() throws {
    let track = Track()
    let journal = Recorder()
    track.addObserver(journal, forKeyPath: "artist", options: options)
    track.artist = nil
    track.artist = "Ella"
    track.removeObserver(journal, forKeyPath: "artist")
    try #require(journal.changes.count == 3)
    #expect(journal.changes[0].oldValue == nil)
    #expect(journal.changes[0].newValue as? String == "Nina")
    #expect(journal.changes[1].oldValue as? String == "Nina")
    #expect(journal.changes[2].oldValue is KeyValueNull)
  }

  @Test("raw: a conditional cast cannot tell absent from nil; a look for null can")
  func rawRead() {
    let track = Track()
    let journal = Recorder()
    track.addObserver(journal, forKeyPath: "artist", options: options)
    track.artist = nil
    track.artist = "Ella"
    track.removeObserver(journal, forKeyPath: "artist")
    #expect(journal.changes.map { $0.oldValue as? String == nil } == [true, false, true])
    #expect(journal.changes.map { $0.oldValue is KeyValueNull } == [false, false, true])
  }

  @Test("managed: a typed change keeps the two apart, until they are flattened")
  func managed() {
    let track = Track()
    let journal = Recorder()
    var old: [String??] = []
    journal.kvoController.observe(track, \.$artist, options: [.initial, .old]) { _, _, change in
      old.append(change.oldValue)
    }
    track.artist = nil
    track.artist = "Ella"
    #expect(old == [nil, .some("Nina"), .some(nil)])
    #expect(old.map { ($0 ?? nil) == nil } == [true, false, true])
  }
}
