import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-8 late add", .watched)
struct LateAddTests {
  @Test("managed: a late observe on behalf of a view that has gone makes no call")
  func managedGone() {
    let clock = Clock()
    var calls = 0
    var view: Recorder? = Recorder()
    weak let probe = view
    let controller = KVOController(observer: view)
    view = nil
    controller.observe(clock, \.$date, options: .initial) { _, _, _ in calls += 1 }
    clock.date = 1
    #expect(probe == nil)
    #expect(calls == 0)
  }
}
