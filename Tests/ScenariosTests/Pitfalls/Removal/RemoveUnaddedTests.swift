import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-1 remove unadded", .watched)
struct RemoveUnaddedTests {
  @Test("raw: an add for another key path, by another observer or to another clock does not count")
  func rawPairsMustMatch() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let clock = Clock()
      let view = Recorder()
      clock.addObserver(view, forKeyPath: "time")
      clock.removeObserver(view, forKeyPath: "date")
    }
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let clock = Clock()
      clock.addObserver(Recorder(), forKeyPath: "date")
      clock.removeObserver(Recorder(), forKeyPath: "date")
    }
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let view = Recorder()
      let clocks = [Clock(), Clock()]
      clocks[0].addObserver(view, forKeyPath: "date")
      clocks[1].removeObserver(view, forKeyPath: "date")
    }
  }
}
