import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-7 remove in initial", .watched)
struct RemoveInInitialTests {
  /// Removes itself at its first call.
  private final class Alarm: KeyValueObject {
    var rings = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      rings += 1
      object.removeObserver(self, forKeyPath: keyPath)
    }
  }

  @Test("raw: the same callback without the initial call works, and is called once")
  func rawLater() {
    let clock = Clock()
    let alarm = Alarm()
    clock.addObserver(alarm, forKeyPath: "date")
    clock.date = 1
    clock.date = 2
    #expect(alarm.rings == 1)
  }

  @Test("managed: after that the same key path can be observed anew")
  func managedAgain() {
    let clock = Clock()
    let alarm = Alarm()
    let controller = KVOController(observer: alarm)
    for _ in 1...2 {
      controller.observe(clock, \.$date, options: .initial) { alarm, clock, _ in
        alarm.rings += 1
        controller.unobserve(clock, \.$date)
      }
    }
    #expect(alarm.rings == 2)
  }
}
