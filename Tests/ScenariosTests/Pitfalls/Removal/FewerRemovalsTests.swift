import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-10 fewer removals", .watched)
struct FewerRemovalsTests {
  @Test("raw: in the current era the leftover goes with its download, without a word")
  func rawCurrent() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let bar = Recorder()
      var download: Download? = Download()
      weak let probe = download
      download?.addObserver(bar, forKeyPath: "receivedBytes")
      download = nil
      precondition(probe == nil)
    }
  }
}
