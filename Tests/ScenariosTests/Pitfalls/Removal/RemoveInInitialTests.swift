import Foundation
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

  @Test("raw: the initial call comes before the add is recorded, so a removal inside it raises")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Clock().addObserver(Alarm(), forKeyPath: "date", options: .initial)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'NSRangeException'"))
    #expect(text.contains("Cannot remove an observer <Alarm 0x"))
    #expect(text.contains("because it is not registered as an observer."))
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

  /// The three ways to stop, each tried inside the initial call.
  enum Stop: CaseIterable {
    case keyPath
    case object
    case all

    func callAsFunction<Observer>(_ controller: KVOController<Observer>, _ clock: Clock) {
      switch self {
      case .keyPath: controller.unobserve(clock, keyPath: "date")
      case .object: controller.unobserve(clock)
      case .all: controller.unobserveAll()
      }
    }
  }

  @Test(
    "managed: unobserving inside the initial call leaves nothing behind", arguments: Stop.allCases)
  func managed(stop: Stop) {
    var clock: Clock? = Clock()
    weak let probe = clock
    let alarm = Alarm()
    let controller = KVOController(observer: alarm)
    controller.observe(clock, \.$date, options: .initial) { alarm, clock, _ in
      alarm.rings += 1
      stop(controller, clock)
    }
    #expect(alarm.rings == 1)
    clock?.date = 1
    #expect(alarm.rings == 1)
    // In the classic era, a registration that was left behind would end the process here.
    clock = nil
    #expect(probe == nil)
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
