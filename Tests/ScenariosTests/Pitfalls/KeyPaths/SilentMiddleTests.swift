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
}
