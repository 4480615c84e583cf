import Dispatch
import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

/// What the pages say about threads, isolation and order, where no other suite shows it.
@Suite("What the pages say about threads and order", .watched) struct PageTests {
  final class Tank: KeyValueObject {
    @Observed var level = 0
    @Observed var parts: [Int] = []
    @Observed var twin: Tank?
    var double: Int { level * 2 }
    var doubleProperty: Property<Int> { computed(\Tank.double) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("double", \Tank.double, dependsOn: \.$level)]
    }
  }

  final class Gauge: KeyValueObject {
    var levels: [Int] = []
    var pairs: [[Int]] = []
  }

  @MainActor final class Label {
    var levels: [Int] = []
    private(set) lazy var controller = KVOController(observer: self)
  }

  /// May be used on any thread.
  final class Meter: Sendable {
    let levels = Locked<[Int]>([])
  }

  // MARK: Order

  /// Observes a level in each form, and sets it to 30, which the handler that limits it sets to 23. Returns what each
  /// form received.
  @MainActor private static func limited(_ isAddedFirst: Bool) async -> [String: [Int]] {
    let (tank, gauge, limiter, label, meter) = (Tank(), Gauge(), Gauge(), Label(), Meter())
    let onQueue = KVOController(observer: meter)
    let queue = DispatchQueue(label: "levels")
    func limit() {
      limiter.kvoController.observe(tank, \.$level) { _, tank, change in
        if change.value > 23 { tank.level = 23 }
      }
    }
    if isAddedFirst { limit() }
    gauge.kvoController.observe(tank, \.$level, options: .old) { gauge, _, change in
      gauge.levels.append(change.value)
      gauge.pairs.append([change.oldValue ?? -1, change.value])
    }
    var (named, doubles): ([Int], [Int]) = ([], [])
    let others = KVOController(observer: gauge)
    others.observe(tank, keyPath: "level", options: .new) { _, _, change in named.append(change.newValue as? Int ?? -1)
    }
    others.observe(tank, \.doubleProperty) { _, _, change in doubles.append(change.value) }
    label.controller.observe(tank, \.$level, on: .shared) { label, change in label.levels.append(change.value) }
    onQueue.observe(tank, \.$level, on: .function { work in queue.async(execute: work) }) { meter, change in
      meter.levels.withLock { $0.append(change.value) }
    }
    let all = others.changes(of: tank, \.$level)
    let newest = others.changes(of: tank, \.$level, buffering: .bufferingNewest(1))
    if !isAddedFirst { limit() }

    tank.level = 30
    #expect(tank.level == 23)
    await label.controller.waitForDeliveries()
    await onQueue.waitForDeliveries()
    others.unobserveAll()
    var result = [
      "closure": gauge.levels, "string": named, "computed": doubles, "main actor": label.levels,
      "queue": meter.levels.withLock { $0 },
    ]
    for await change in all { result["sequence", default: []].append(change.value) }
    for await change in newest { result["newest", default: []].append(change.value) }
    result["old and new"] = gauge.pairs.flatMap(\.self)
    return result
  }

  @Test(
    "a handler sets what it observes: the last value that each form receives is the last value",
    arguments: [true, false])
  @MainActor func lastValue(isAddedFirst: Bool) async {
    for (form, values) in await Self.limited(isAddedFirst) {
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
    let (tank, gauge, filler) = (Tank(), Gauge(), Gauge())
    tank.twin = Tank()
    var (rows, levels): ([[Int]], [Int?]) = ([], [])
    gauge.kvoController.observe(tank, \.$parts) { _, _, change in rows.append(change.value) }
    gauge.kvoController.observe(tank, \.$twin.$level) { _, _, change in levels.append(change.value) }
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

  @Test("a set inside the initial call does not call the handler that is being added, and calls the others")
  func setInInitialCall() {
    let (tank, gauge, other) = (Tank(), Gauge(), Gauge())
    other.kvoController.observe(tank, \.$level) { other, _, change in other.levels.append(change.value) }
    gauge.kvoController.observe(tank, \.$level, options: .initial) { gauge, tank, change in
      gauge.levels.append(change.value)
      if change.value < 3 { tank.level = 3 }
    }
    #expect(tank.level == 3 && gauge.levels == [0] && other.levels == [3])
  }

  @Test("a handler that never stops setting what it observes ends the process, with the object's class in the message")
  func endless() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (tank, gauge) = (Tank(), Gauge())
      gauge.kvoController.observe(tank, \.$level) { _, tank, _ in tank.level += 1 }
      tank.level = 1
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("*** RawObserving:") && message.contains("Tank") && message.contains("40"))
  }

  // MARK: Where and when a handler runs

  @Test("a handler runs on the thread that makes the change, and no lock is held while it runs")
  func thread() {
    let (tank, gauge) = (Shared(Tank()), Shared(Gauge()))
    let ran = Locked<[Bool]>([])
    let thread = Locked<Thread?>(nil)
    gauge.value.kvoController.observe(tank.value, \.$level) { _, _, _ in
      let isSame = thread.withLock { $0 === Thread.current }
      // Another thread observes, lists and unobserves the same object with the same controller meanwhile.
      let ended = inThreads(1) { _ in
        let controller = gauge.value.kvoController
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
    withExtendedLifetime(gauge) {}
  }

  @Test("cancelled or unobserved inside a handler: no later handler of the same change is called")
  func endedMeanwhile() {
    for end in 0..<4 {
      let (tank, gauge) = (Tank(), Gauge())
      let controller = gauge.kvoController
      var calls: [Int] = []
      var tokens: [ObservationToken] = []
      for number in 0..<3 {
        tokens.append(
          controller.observe(tank, \.$level, duplicates: .add) { gauge, tank, _ in
            calls.append(number)
            switch end {
            case 0: tokens.forEach { $0.cancel() }
            case 1: controller.unobserve(tank, \.$level)
            case 2: controller.unobserve(tank)
            default: controller.unobserveAll()
            }
          })
      }
      tank.level = 1
      tank.level = 2
      #expect(calls.count == 1, "\(end)")
    }
  }

  private static func hold(_ level: inout Int, _ body: () -> Void) { body() }

  @Test("naming a property does not read it; the initial call and a sequence do")
  func reads() async {
    let (tank, gauge) = (Tank(), Gauge())
    Self.hold(&tank.level) {
      gauge.kvoController.observe(tank, \.$level) { gauge, _, change in gauge.levels.append(change.value) }
    }
    tank.level = 1
    #expect(gauge.levels.last == 1)
    await #expect(processExitsWith: .failure) {
      let (tank, gauge) = (Tank(), Gauge())
      Self.hold(&tank.level) { gauge.kvoController.observe(tank, \.$level, options: .initial) { _, _, _ in } }
    }
    await #expect(processExitsWith: .failure) {
      let (tank, gauge) = (Tank(), Gauge())
      Self.hold(&tank.level) { _ = gauge.kvoController.changes(of: tank, \.$level) }
    }
  }

  // MARK: A model that is declared `@unchecked Sendable`

  /// Sound in these tests because one thread waits for the other.
  final class Unchecked: KeyValueObject, @unchecked Sendable {
    @Observed var level = 0
  }

  @MainActor final class Screen {
    var levels: [Int] = []
    private(set) lazy var controller = KVOController(observer: self)

    func show(_ model: Unchecked, _ threads: Locked<[Bool]>) {
      controller.observe(model, \.$level) { screen, _, change in
        screen.levels.append(change.value)
        threads.withLock { $0.append(pthread_equal(pthread_self(), Self.mainThread) != 0) }
      }
    }

    func showMapped(_ model: Unchecked) {
      controller.observe(model, \.$level) { screen, _, change in
        screen.levels = [change.value].map { $0 + screen.levels.count }
      }
    }

    nonisolated(unsafe) static var mainThread = pthread_self()
  }

  actor Ledger {
    private(set) var total = 0
    private let view = Gauge()

    func follow(_ model: Unchecked) {
      view.kvoController.observe(model, \.$level) { _, _, change in self.total += change.value }
    }
  }

  @Test("its handlers run on the thread that sets it, wherever they were written")
  @MainActor func uncheckedHandlers() async {
    let (model, screen, ledger, threads) = (Unchecked(), Screen(), Ledger(), Locked<[Bool]>([]))
    Screen.mainThread = pthread_self()
    screen.show(model, threads)
    await ledger.follow(model)
    // The main actor waits here, so nothing races.
    #expect(inThreads(1) { _ in model.level = 3 })
    #expect(screen.levels == [3] && threads.withLock { $0 } == [false])
    #expect(await ledger.total == 3)
  }

  @Test("a closure inside such a handler is checked by the runtime, which ends the process")
  func uncheckedHandlerWithClosure() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let (model, screen) = (Unchecked(), Screen())
      screen.showMapped(model)
      _ = inThreads(1) { _ in model.level = 3 }
    }
  }

  // MARK: An end elsewhere

  /// How the registration of an observation that ended elsewhere is removed.
  enum Removal: CaseIterable { case change, call, controller, object }

  @Test("ended on another thread: silent there, removed here at the next occasion", arguments: Removal.allCases)
  func endedElsewhere(removal: Removal) async {
    let meter = Meter()
    var controller: KVOController<Meter>? = KVOController(observer: meter, retention: .retained)
    var tank: Tank? = Tank()
    weak let living = tank
    // The last copy of the sequence is released on another thread.
    let changes = Locked(controller?.changes(of: tank, \.$level))
    let scoped = Locked(
      Shared(
        controller?.observe(tank, \.$level) { meter, _, change in
          meter.levels.withLock { $0.append(change.value) }
        }.scoped()))
    #expect(tank?.activeRegistrations.count == 2)
    #expect(
      inThreads(1) { _ in
        changes.withLock { $0 = nil }
        scoped.withLock { $0 = Shared(nil) }
      })
    #expect(tank?.activeObservations.isEmpty == true && tank?.activeRegistrations.count == 2)
    switch removal {
    case .change: tank?.level = 1
    case .call: controller?.unobserve(Tank())
    case .controller: controller = nil
    case .object:
      // The scoped one retains it, because its controller does.
      tank = nil
      #expect(living != nil)
      controller?.unobserve(Tank())
      #expect(living == nil)
    }
    #expect(tank?.activeRegistrations.isEmpty ?? true)
    #expect(meter.levels.withLock { $0 }.isEmpty)
    withExtendedLifetime(meter) {}
  }

  @Test("left elsewhere, a sequence retains nothing and leaves nothing: the object is deallocated without an exception")
  func sequenceLeftElsewhere() {
    let gauge = Gauge()
    var tank: Tank? = Tank()
    weak let living = tank
    let changes = Locked(Optional(gauge.kvoController.changes(of: tank, \.$level)))
    #expect(inThreads(1) { _ in changes.withLock { $0 = nil } })
    tank = nil
    #expect(living == nil)
  }

  @Test(
    "scoped and ended elsewhere, it never raises, whichever side is deallocated first",
    arguments: [Retention.unretained, .lifetimeBound])
  func endedElsewhereThenDeallocated(retention: Retention) {
    for objectIsFirst in [true, false] {
      let meter = Meter()
      var controller: KVOController<Meter>? = KVOController(observer: meter, retention: retention)
      var tank: Tank? = Tank()
      let scoped = Locked(Shared(controller?.observe(tank, \.$level) { _, _, _ in }.scoped()))
      #expect(inThreads(1) { _ in scoped.withLock { $0 = Shared(nil) } })
      #expect(tank?.activeRegistrations.count == 1)
      if objectIsFirst { tank = nil } else { controller = nil }
      #expect(tank?.activeRegistrations.isEmpty ?? true)
      withExtendedLifetime((meter, controller)) {}
    }
  }

  /// Keeps a scoped observation in an actor, which may run on any thread.
  actor Keeper {
    private let gauge = Gauge()
    let tank = Tank()
    private var scoped: ScopedObservation?

    func observe() { scoped = gauge.kvoController.observe(tank, \.$level) { _, _, _ in }.scoped() }

    /// The registrations before and after the next call to the controller.
    func release() -> [Int] {
      scoped = nil
      let before = tank.activeRegistrations.count
      gauge.kvoController.unobserve(tank, \.$twin)
      return [before, tank.activeRegistrations.count, tank.activeObservations.count]
    }
  }

  @Test("scoped in an actor, its registration is removed at the next call to the controller")
  func scopedInAnActor() async {
    let keeper = Keeper()
    await keeper.observe()
    #expect(await keeper.release() == [1, 0, 0])
  }

  @Test("an observer that is found deallocated where the change is delivered: removed at the next change")
  func observerGoneElsewhere() {
    var meter: Meter? = Meter()
    let controller = KVOController(observer: meter)
    let tank = Tank()
    let queue = DispatchQueue(label: "levels")
    queue.suspend()
    controller.observe(tank, \.$level, on: .function { work in queue.async(execute: work) }) { meter, change in
      meter.levels.withLock { $0.append(change.value) }
    }
    tank.level = 1
    meter = nil
    queue.resume()
    queue.sync {}  // one change is one piece of work
    #expect(tank.activeObservations.isEmpty && tank.activeRegistrations.count == 1)
    tank.level = 2
    #expect(tank.activeRegistrations.isEmpty)
    withExtendedLifetime(controller) {}
  }

  @Test("scoped and released on the same thread: the same as on another one, and cancel removes at once")
  func scopedHere() {
    let gauge = Gauge()
    var tank: Tank? = Tank()
    weak let living = tank
    var scoped: ScopedObservation? = gauge.kvoController.observe(tank, \.$level) { gauge, _, change in
      gauge.levels.append(change.value)
    }.scoped()
    #expect(scoped?.token.isActive == true)
    scoped = nil
    #expect(tank?.activeRegistrations.count == 1 && tank?.activeObservations.isEmpty == true)
    tank = nil
    #expect(living != nil, "the controller retains it")
    gauge.kvoController.unobserve(Tank())
    #expect(living == nil && gauge.levels.isEmpty)
    let other = Tank()
    gauge.kvoController.observe(other, \.$level) { _, _, _ in }.scoped().cancel()
    #expect(other.activeRegistrations.isEmpty)
  }

  // MARK: Paths

  final class SilentTank: KeyValueObject {
    @Observed var twin = Tank()

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "twin" }
  }

  @Test("an object that is replaced without an announcement: unobserving does not raise, the next replacement does")
  func replacedInSilence() async throws {
    let (tank, gauge) = (SilentTank(), Gauge())
    gauge.kvoController.observe(tank, \.$twin.$level) { _, _, _ in }
    tank.twin = Tank()
    gauge.kvoController.unobserve(tank)
    #expect(tank.activeRegistrations.isEmpty)
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (tank, gauge) = (SilentTank(), Gauge())
      gauge.kvoController.observe(tank, \.$twin.$level) { _, _, _ in }
      tank.twin = Tank()
      tank.changing(\.$twin) { tank.twin = Tank() }
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("NSInternalInconsistencyException"))
  }

  // MARK: Loops

  @Test("a loop that is left: over the call it ends the observation, over a variable it does not")
  func left() async {
    let (tank, gauge) = (Tank(), Gauge())
    for await _ in gauge.kvoController.changes(of: tank, \.$level) { break }
    #expect(tank.activeObservations.isEmpty)
    do {
      let changes = gauge.kvoController.changes(of: tank, \.$level)
      for await _ in changes { break }
      tank.level = 1
      #expect(tank.activeObservations.count == 1)
      withExtendedLifetime(changes) {}
    }
    #expect(tank.activeObservations.isEmpty)
  }

  // MARK: Waiting

  @Test("one sync of the queue does not wait for all deliveries; waitForDeliveries does")
  func waiting() async {
    let (tank, meter) = (Tank(), Meter())
    let controller = KVOController(observer: meter)
    let queue = DispatchQueue(label: "levels")
    queue.suspend()
    controller.observe(tank, \.$level, on: .function { work in queue.async(execute: work) }) { meter, change in
      meter.levels.withLock { $0.append(change.value) }
    }
    for level in 1...100 { tank.level = level }
    // Of the 100 changes the queue has one piece of work, so a block that is added now is the second.
    let afterTheFirst = Locked<Int?>(nil)
    queue.async { afterTheFirst.withLock { $0 = meter.levels.withLock(\.count) } }
    queue.resume()
    await controller.waitForDeliveries()
    #expect(meter.levels.withLock { $0 } == Array(1...100))
    #expect(afterTheFirst.withLock { $0 } == 1)
  }

  @Test("it waits on the main actor too, for the initial call as well, and for nothing if nothing waits")
  @MainActor func waitingOnTheMainActor() async {
    let (tank, label) = (Tank(), Label())
    await label.controller.waitForDeliveries()
    label.controller.observe(tank, \.$level, options: .initial, on: .shared) { label, change in
      label.levels.append(change.value)
    }
    tank.level = 1
    #expect(label.levels.isEmpty)
    await label.controller.waitForDeliveries()
    #expect(label.levels == [0, 1])
    await label.controller.waitForDeliveries()
    #expect(label.levels == [0, 1])
  }
}
