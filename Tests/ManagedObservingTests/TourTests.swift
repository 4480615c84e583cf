import Foundation
import ManagedObserving
import RawObserving
import Testing

/// What the mediator has beyond the original, each in a few lines: the excerpts of a lesson.
@Suite("Beyond the original", .watched) struct TourTests {
  /// A lamp that observes its thermostat, by a path that begins at itself.
  private final class Lamp: KeyValueObject {
    @Observed var thermostat = Thermostat()
    private(set) var isLit = false

    func start() {
      kvoControllerLifetimeBound.observe(self, \.$thermostat.$target, options: .initial) {
        lamp, _, change in lamp.isLit = change.value != 0
      }
    }
  }

  @Test("a path that begins at the observer itself is never unobserved, and nothing leaks")
  func lifetimes() {
    var lamp: Lamp? = Lamp()
    weak let probe = lamp
    lamp?.start()
    #expect(lamp?.isLit == false)
    lamp?.thermostat.target = 21
    #expect(lamp?.isLit == true)
    lamp = nil
    #expect(probe == nil)
  }

  @Test("a token ends one observation; a handler unobserves, even in the first call")
  func tokens() {
    let clock = Clock()
    let view = ClockView()
    var dates: [Int] = []
    let token = view.kvoController.observe(clock, \.$date) { _, _, change in
      dates.append(change.value)
    }
    clock.date = 1
    token.cancel()

    view.kvoController.observe(clock, \.$date, options: .initial) { view, clock, change in
      dates.append(change.value)
      view.kvoController.unobserve(clock, \.$date)  // one value is enough
    }
    clock.date = 2
    #expect(dates == [1, 1])
    #expect(view.kvoController.activeObservations.isEmpty)
    #expect(clock.activeObservations.isEmpty)
  }

  @Test("a sequence ends with the clock")
  func sequence() async {
    let view = ClockView()
    var clock: Clock? = Clock()
    let changes = view.kvoController.changes(of: clock, \.$date)
    let loop = Task {
      var dates: [Int] = []
      for await change in changes { dates.append(change.value) }
      return dates
    }
    clock?.date = 1
    clock = nil
    #expect(await loop.value == [0, 1])
  }

  /// A view that may be used from any thread.
  private final class LockedView: Sendable {
    let dates = Locked<[Int]>([])

    func show(_ date: Int) { dates.withLock { $0.append(date) } }
  }

  @Test("a queue is one line")
  func queue() async {
    let clock = Clock()
    let view = LockedView()
    let controller = KVOController(observer: view)
    let queue = DispatchQueue(label: "views")
    controller.observe(clock, \.$date, on: .function { queue.async(execute: $0) }) {
      view, change in view.show(change.value)
    }
    for date in 1...3 { clock.date = date }
    await controller.waitForDeliveries()
    #expect(view.dates.withLock { $0 } == [1, 2, 3])
  }
}
