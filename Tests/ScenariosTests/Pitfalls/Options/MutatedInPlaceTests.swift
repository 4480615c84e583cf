import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("OPT-6 mutated in place", .watched)
struct MutatedInPlaceTests {
  private final class PrintedCover {
    var colour = "blue"
  }

  private struct Cover {
    var colour = "blue"
  }

  private final class Track: KeyValueObject {
    @Observed var printedCover = PrintedCover()
    @Observed var cover = Cover()
  }

  @Test("raw: an object that is changed in place is not reported by itself")
  func rawSilent() {
    let track = Track()
    let undo = Recorder()
    track.addObserver(undo, forKeyPath: "printedCover", options: [.new, .old])
    track.printedCover.colour = "red"
    #expect(undo.changes.isEmpty)
    track.removeObserver(undo, forKeyPath: "printedCover")
  }

  @Test("raw: announced by hand, or set to itself, its old and its new value are the same object")
  func rawSame() throws {
    let track = Track()
    let undo = Recorder()
    track.addObserver(undo, forKeyPath: "printedCover", options: [.new, .old])
    track.willChangeValue(forKey: "printedCover")
    track.printedCover.colour = "red"
    track.didChangeValue(forKey: "printedCover")
    let cover = track.printedCover
    track.printedCover = cover
    track.removeObserver(undo, forKeyPath: "printedCover")
    try #require(undo.changes.count == 2)
    for change in undo.changes {
      let old = try #require(change.oldValue as? PrintedCover)
      #expect(old === change.newValue as? PrintedCover)
      #expect(old.colour == "red")
    }
  }
}
