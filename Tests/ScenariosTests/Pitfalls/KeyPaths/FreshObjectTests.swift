import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-8 fresh object", .watched)
struct FreshObjectTests {
  /// A tower whose clock is made anew at each read.
  private class Tower: KeyValueObject {
    @Observed var zone = 0
    var clock: Clock { clock(for: zone) }

    func clock(for zone: Int) -> Clock {
      let clock = Clock()
      clock.date = zone
      return clock
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("clock", \Tower.clock, dependsOn: \.$zone)]
    }
  }

  /// A tower that hands out the same clock for the same zone.
  private final class TowerWithClocks: Tower {
    private var clocks: [Int: Clock] = [:]

    override func clock(for zone: Int) -> Clock {
      if let clock = clocks[zone] { return clock }
      let clock = super.clock(for: zone)
      clocks[zone] = clock
      return clock
    }
  }

  @Test("a getter that returns the same object is followed, and let go of")
  func kept() {
    let tower = TowerWithClocks()
    var view: Recorder! = Recorder()
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    tower.zone = 2
    tower.clock.date = 7
    #expect(view.changes.map { $0.newValue as? Int } == [2, 7])
    weak let probe = view
    view = nil
    #expect(probe == nil)
    tower.zone = 3
  }
}
