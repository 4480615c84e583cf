import Dispatch
import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

/// What the pages say about threads and order, where no other suite shows it.
@Suite("What the pages say about threads and order", .watched) struct PageTests {
  private final class Tank: KeyValueObject {
    @Observed var level = 0
    @Observed var parts: [Int] = []
    @Observed var twin: Tank?
    var double: Int { level * 2 }
    var doubleProperty: Property<Int> { computed(\Tank.double) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("double", \Tank.double, dependsOn: \.$level)]
    }
  }

  // MARK: Order

  /// Observes a level in each form, and sets it to 30, which the handler that limits it sets to 23. Returns what each
  /// form received.
  @MainActor private static func limited(_ isAddedFirst: Bool) async -> [String: [Int]] {
    let (tank, limiter, main, panel) = (Tank(), ClockView(), MainView(), Panel())
    let (others, onQueue) = (KVOController(observer: main), KVOController(observer: panel))
    let queue = DispatchQueue(label: "levels")
    func limit() {
      limiter.kvoController.observe(tank, \.$level) { _, tank, change in
        if change.value > 23 { tank.level = 23 }
      }
    }
    if isAddedFirst { limit() }
    var result: [String: [Int]] = [:]
    main.controller.observe(tank, \.$level, options: .old) { _, _, change in
      result["closure", default: []].append(change.value)
      result["old and new", default: []] += [change.oldValue ?? -1, change.value]
    }
    others.observe(tank, keyPath: "level", options: .new) { _, _, change in
      result["string", default: []].append(change.newValue as? Int ?? -1)
    }
    others.observe(tank, \.doubleProperty) { _, _, change in result["computed", default: []].append(change.value) }
    others.observe(tank, \.$level, duplicates: .add, on: .shared) { $0.show($1.value) }
    onQueue.observe(tank, \.$level, on: .function { work in queue.async(execute: work) }) { $0.show($1.value) }
    let all = others.changes(of: tank, \.$level)
    let newest = others.changes(of: tank, \.$level, buffering: .bufferingNewest(1))
    if !isAddedFirst { limit() }

    tank.level = 30
    #expect(tank.level == 23)
    await others.waitForDeliveries()
    await onQueue.waitForDeliveries()
    others.unobserveAll()
    (result["main actor"], result["queue"]) = (main.values, panel.values.withLock { $0 })
    for await change in all { result["sequence", default: []].append(change.value) }
    for await change in newest { result["newest", default: []].append(change.value) }
    return result
  }

  @Test(
    "a handler sets what it observes: the last value that each form receives is the last value",
    arguments: [true, false])
  @MainActor func lastValue(isAddedFirst: Bool) async {
    let result = await Self.limited(isAddedFirst)
    #expect(result.count == 8)
    for (form, values) in result {
      #expect(values.last == (form == "computed" ? 46 : 23), "\(form)")
      switch form {
      case "newest": #expect(values == [23])
      case "sequence": #expect(values.count == 3 && values.first == 0)
      case "old and new": #expect(values == (isAddedFirst ? [0, 30, 30, 23] : [30, 23, 0, 23]))
      case "computed": #expect(values == (isAddedFirst ? [60, 46] : [46, 46]))
      default: #expect(values == (isAddedFirst ? [30, 23] : [23, 23]), "\(form)")
      }
    }
  }

  @Test("the same with elements and with a path: the value of the last call is the last one")
  func lastElements() {
    let (tank, view, filler) = (Tank(), ClockView(), ClockView())
    tank.twin = Tank()
    var (rows, levels): ([[Int]], [Int?]) = ([], [])
    view.kvoController.observe(tank, \.$parts) { _, _, change in rows.append(change.value) }
    view.kvoController.observe(tank, \.$twin.$level) { _, _, change in levels.append(change.value) }
    filler.kvoController.observe(tank, \.$parts) { _, tank, change in
      if change.value.count < 3 { tank.mutableArray(\.$parts).insert(7, at: 0) }
    }
    filler.kvoController.observe(tank, \.$twin.$level) { _, tank, change in
      if change.value == 5 { tank.twin = nil }
    }
    tank.mutableArray(\.$parts).append(1)
    tank.twin?.level = 5
    #expect(tank.parts == [7, 7, 1] && rows.last == [7, 7, 1])
    #expect(levels.last == .some(nil))
  }

  // MARK: Where and when a handler runs

  @Test("a handler runs on the thread that makes the change, and no lock is held while it runs")
  func thread() {
    let (tank, view) = (Shared(Tank()), Shared(ClockView()))
    let ran = Locked<[Bool]>([])
    let thread = Locked<Thread?>(nil)
    view.value.kvoController.observe(tank.value, \.$level) { _, _, _ in
      let isSame = thread.withLock { $0 === Thread.current }
      // Another thread observes, lists and unobserves the same object with the same controller meanwhile.
      let ended = inThreads(1) { _ in
        let controller = view.value.kvoController
        controller.observe(tank.value, \.$level, duplicates: .add) { _, _, _ in }.cancel()
        controller.observe(tank.value, \.$twin) { _, _, _ in }
        _ = (controller.activeObservations, tank.value.activeObservations)
        controller.unobserve(tank.value, \.$twin)
      }
      ran.withLock { $0 += [isSame, ended] }
    }
    #expect(
      inThreads(1) { _ in
        thread.withLock { $0 = Thread.current }
        tank.value.level = 1
      })
    #expect(ran.withLock { $0 } == [true, true])
    withExtendedLifetime(view) {}
  }

  private static func hold(_ level: inout Int, _ body: () -> Void) { body() }

  @Test("naming a property does not read it; the initial call and a sequence do")
  func reads() async {
    let (tank, view) = (Tank(), ClockView())
    Self.hold(&tank.level) { view.kvoController.observe(tank, \.$level) { $0.valueDidChange($2) } }
    tank.level = 1
    #expect(!view.actions.isEmpty)
    await #expect(processExitsWith: .failure) {
      let (tank, view) = (Tank(), ClockView())
      Self.hold(&tank.level) { view.kvoController.observe(tank, \.$level, options: .initial) { _, _, _ in } }
    }
    await #expect(processExitsWith: .failure) {
      let (tank, view) = (Tank(), ClockView())
      Self.hold(&tank.level) { _ = view.kvoController.changes(of: tank, \.$level) }
    }
  }

  // MARK: Paths

  private final class SilentTank: KeyValueObject {
    @Observed var twin = Tank()

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "twin" }
  }

  @Test("an object that is replaced without an announcement: unobserving does not raise")
  func replacedInSilence() {
    let (tank, view) = (SilentTank(), ClockView())
    view.kvoController.observe(tank, \.$twin.$level) { _, _, _ in }
    tank.twin = Tank()
    view.kvoController.unobserve(tank)
    #expect(tank.activeRegistrations.isEmpty)
  }
}
