import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-9 silent middle", .watched)
struct SilentMiddleTests {
  private final class Tower: KeyValueObject {
    @Observed var clock = Clock()

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "clock"
    }

    func replaceAloud(by other: Clock) {
      willChangeValue(forKey: "clock")
      clock = other
      didChangeValue(forKey: "clock")
    }
  }

  @Test("raw: after a silent replacement the old clock is heard and the new one is not")
  func silent() {
    let tower = Tower()
    let old = tower.clock
    let view = Recorder()
    tower.addObserver(view, forKeyPath: "clock.date")
    tower.clock = Clock()
    tower.clock.date = 1
    #expect(view.changes.isEmpty)
    old.date = 2
    #expect(view.changes.count == 1)
    tower.clock = old  // put back, or removing would raise
    tower.removeObserver(view, forKeyPath: "clock.date")
  }

  @Test("managed: a removal reads no property, so it does not notice a silent replacement")
  func managedRemoval() {
    let tower = Tower()
    let old = tower.clock
    var view: Recorder! = Recorder()
    view.kvoController.observe(tower, keyPath: "clock.date", context: nil)
    tower.clock = Clock()
    old.date = 1
    #expect(view.changes.count == 1)
    view = nil
    #expect(old.activeRegistrations.isEmpty && tower.activeRegistrations.isEmpty)
    tower.replaceAloud(by: Clock())
  }

  private final class MaybeTower: KeyValueObject {
    @Observed var clock: Clock?

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
  }

  @Test("raw: an object that becomes nil in silence is not noticed, and the old clock is heard until the removal")
  func becomesNil() {
    let (tower, clock, view) = (MaybeTower(), Clock(), Recorder())
    tower.clock = clock
    tower.addObserver(view, forKeyPath: "clock.date")
    tower.clock = nil
    clock.date = 1
    #expect(view.changes.count == 1)
    tower.removeObserver(view, forKeyPath: "clock.date")
  }

  @Test("raw: an object that comes where nil was, in silence, makes the removal raise")
  func wasNil() async throws {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (tower, view) = (MaybeTower(), Recorder())
      tower.addObserver(view, forKeyPath: "clock.date")
      tower.clock = Clock()
      tower.removeObserver(view, forKeyPath: "clock.date")
    }
    #expect(text(try #require(result).standardErrorContent).contains("Cannot remove an observer"))
  }
}
