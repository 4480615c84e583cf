import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-14 pair around head", .watched)
struct PairAroundHeadTests {
  private class Tower: KeyValueObject {
    @Observed var clock: Clock?

    func replaceClock(by other: Clock?) {
      willChangeValue(forKey: "clock")
      clock = other
      didChangeValue(forKey: "clock")
    }
  }

  private final class ManualTower: Tower {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "clock" }
  }

  @Test("the did by hand raises, and the setter has called the observer before it")
  func hazard() async throws {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (tower, view) = (Tower(), Recorder())
      tower.clock = Clock()
      tower.addObserver(view, forKeyPath: "clock.date", options: .new)
      tower.willChangeValue(forKey: "clock")
      tower.clock = Clock()
      precondition(view.changes.count == 1, "the setter has moved the registration")
      tower.didChangeValue(forKey: "clock")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(
      errors.contains("uncaught exception 'NSInternalInconsistencyException', reason: 'Cannot update for observer"))
    #expect(errors.contains("for the key path \"clock.date\" from <"))
    #expect(errors.contains("most likely because the value for the key \"clock\" has changed without an appropriate"))
  }

  @Test("if there was no clock before, nothing is raised, and the date of the new clock is reported once")
  func nilBefore() {
    let (tower, view) = (Tower(), Recorder())
    tower.addObserver(view, forKeyPath: "clock.date")
    tower.replaceClock(by: Clock())
    #expect(view.changes.count == 2)
    tower.clock?.date = 1
    #expect(view.changes.count == 3)
    tower.removeObserver(view, forKeyPath: "clock.date")
  }

  @Test("with automatic notification off for the key, a pair makes one call and moves the registration")
  func automaticOff() {
    let (tower, view) = (ManualTower(), Recorder())
    tower.clock = Clock()
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    tower.replaceClock(by: Clock())
    tower.clock?.date = 1
    #expect(view.changes.map { $0.newValue as? Int } == [0, 1])
    tower.removeObserver(view, forKeyPath: "clock.date")
  }
}
