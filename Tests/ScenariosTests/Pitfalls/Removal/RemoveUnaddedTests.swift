import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-1 remove unadded", .watched)
struct RemoveUnaddedTests {
  @Test("raw: removing what was never added ends the process, and names both objects")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Clock().removeObserver(Recorder(), forKeyPath: "date")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'NSRangeException'"))
    #expect(
      text.contains(
        /Cannot remove an observer <Recorder 0x[0-9a-f]+> for the key path "date" from <Clock 0x/))
    #expect(text.contains("because it is not registered as an observer."))
  }

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

  @Test("managed: none of the three unobserves minds, and the controller can be used afterwards")
  func managed() {
    let clock = Clock()
    let view = Recorder()
    let controller = KVOController(observer: view)
    controller.unobserve(clock, keyPath: "date")
    controller.unobserve(clock)
    controller.unobserveAll()

    controller.observe(clock, keyPath: "date", options: .new, context: nil)
    controller.unobserve(Clock(), keyPath: "date")
    controller.unobserve(clock, keyPath: "time")
    clock.date = 1
    #expect(view.changes.count == 1)
  }
}
