import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// What a handler with `on:` captured is released where the changes are delivered, and never under a lock of the model.
@Suite("Where a handler that is called elsewhere is released", .watched) struct ReleaseThreadTests {
  /// A queue on which changes are delivered.
  private final class Place: TaskExecutor {
    private let queue = DispatchQueue(label: "deliveries")
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

    var isHere: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func delivery(isExecutor: Bool) -> Delivery {
      isExecutor ? .executor(self) : .function { [queue] in queue.async(execute: $0) }
    }
  }

  /// Its deinit records whether it runs in that place.
  private final class Captured: Sendable {
    private let (place, log): (Place, Locked<[Bool]>)
    init(_ place: Place, _ log: Locked<[Bool]>) { (self.place, self.log) = (place, log) }
    deinit {
      let isHere = place.isHere
      log.withLock { $0.append(isHere) }
    }
  }

  enum End: CaseIterable {
    case cancelled, unobserved, scopeReleased, observerReleased, controllerReleased, objectReleased
  }

  @Test("where the changes are delivered, however the observation ends", arguments: End.allCases, [false, true])
  func place(end: End, isExecutor: Bool) async {
    let (place, log) = (Place(), Locked<[Bool]>([]))
    var (clock, panel): (Clock?, Panel?) = (Clock(), Panel())
    var controller: KVOController<Panel>? = KVOController(observer: panel, retention: .lifetimeBound)
    var scope: ScopedObservation?
    func observe() -> ObservationToken? {
      let captured = Captured(place, log)
      return controller?.observe(clock, \.$date, on: place.delivery(isExecutor: isExecutor)) { _, _ in
        withExtendedLifetime(captured) {}
      }
    }
    let token = observe()
    clock?.date = 1
    await controller?.waitForDeliveries()
    #expect(log.withLock { $0 } == [])
    switch end {
    case .cancelled: token?.cancel()
    case .unobserved: controller?.unobserve(clock, \.$date)
    case .scopeReleased:
      scope = token?.scoped()
      scope = nil
    case .observerReleased: panel = nil
    case .controllerReleased: controller = nil
    case .objectReleased: clock = nil
    }
    // A change finds an observation that ended elsewhere, or has a delivery find that there is no observer.
    clock?.date = 2
    await controller?.waitForDeliveries()
    if controller == nil { await waitUntil { log.withLock { !$0.isEmpty } } }
    #expect(log.withLock { $0 } == [true])
    #expect(clock?.activeRegistrations.isEmpty ?? true)
    withExtendedLifetime((panel, scope)) {}
  }

  @Test("before a wait returns that begins while a delivery finds no observer")
  func foundNoObserver() async {
    for _ in 0..<1_000 {
      let (clock, log, place) = (Clock(), Locked<[Bool]>([]), Place())
      var panel: Panel? = Panel()
      let controller = KVOController(observer: panel)
      func observe() {
        let captured = Captured(place, log)
        controller.observe(clock, \.$date, on: place.delivery(isExecutor: false)) { _, _ in
          withExtendedLifetime(captured) {}
        }
      }
      observe()
      panel = nil
      clock.date = 1
      await controller.waitForDeliveries()
      #expect(log.withLock { $0 } == [true])
      #expect(clock.activeRegistrations.isEmpty)
    }
  }

  /// A count that is changed under a lock.
  // Sound because every access to the count holds the lock.
  private final class Meter: KeyValueObject, @unchecked Sendable {
    @Observed private(set) var count = 0
    let lock = NSLock()
    func add(_ number: Int) { lock.withLock { count += number } }
  }

  /// Its deinit takes the lock of a model, and records whether it could.
  private final class Session: Sendable {
    private let (meter, log): (Meter, Locked<[Bool]>)
    init(_ meter: Meter, _ log: Locked<[Bool]>) { (self.meter, self.log) = (meter, log) }
    deinit {
      let isLocked = meter.lock.lock(before: Date(timeIntervalSinceNow: 10))
      if isLocked { meter.lock.unlock() }
      log.withLock { $0.append(isLocked) }
    }
  }

  enum Function: CaseIterable {
    case runsLater, runsAtOnce, drops, waits

    /// - Parameter gate: open unless its one permit is taken. Called by the thread that has it, the function goes on
    ///   after a while, so that the test fails.
    func delivery(on queue: DispatchQueue, behind gate: DispatchSemaphore) -> Delivery {
      .function { work in
        if gate.wait(timeout: .now() + 10) == .success { gate.signal() }
        switch self {
        case .runsLater: queue.async(execute: work)
        case .runsAtOnce: work()
        case .drops: break
        case .waits: queue.sync(execute: work)
        }
      }
    }
  }

  /// Waits, in a test that is asynchronous for another reason. Nobody else holds the permit for long.
  private func waitNow(for gate: DispatchSemaphore) { gate.wait() }

  @Test("never under the lock of the model, whatever the function does with the work", arguments: Function.allCases)
  func underNoLock(function: Function) async {
    let (meter, panel, log) = (Meter(), Panel(), Locked<[Bool]>([]))
    let controller = KVOController(observer: panel)
    let (queue, gate) = (DispatchQueue(label: "deliveries"), DispatchSemaphore(value: 1))
    func observe() -> ObservationToken {
      let session = Session(meter, log)
      let delivery = function.delivery(on: queue, behind: gate)
      return controller.observe(meter, \.$count, on: delivery) { _, _ in withExtendedLifetime(session) {} }
    }
    withExtendedLifetime(observe().scoped()) {}
    meter.add(1)
    await controller.waitForDeliveries()
    #expect(log.withLock { $0 } == [true] && meter.activeRegistrations.isEmpty)

    // A duplicate that is dropped under the lock.
    let first = observe()
    // Until `observe` has returned, this test holds the session too, and must not be the last to let go of it.
    waitNow(for: gate)
    meter.lock.withLock { _ = observe() }
    gate.signal()
    await waitUntil { log.withLock { $0.count } == 2 }
    first.cancel()
    await controller.waitForDeliveries()
    #expect(log.withLock { $0 } == [true, true, true])
  }

  @Test("once the function lets go of the work that it keeps")
  func kept() async {
    let (clock, panel, works) = (Clock(), Panel(), Locked<[@Sendable () -> Void]>([]))
    let controller = KVOController(observer: panel)
    let log = Locked<[Bool]>([])
    func observe() -> ObservationToken {
      let captured = Captured(Place(), log)
      return controller.observe(clock, \.$date, on: .function { work in works.withLock { $0.append(work) } }) { _, _ in
        withExtendedLifetime(captured) {}
      }
    }
    observe().cancel()
    await waitUntil { works.withLock(\.count) == 1 }
    #expect(log.withLock { $0 } == [])
    works.withLock { $0 }.first?()
    #expect(log.withLock(\.count) == 1, "it is run, and still kept")
    observe().cancel()
    await waitUntil { works.withLock(\.count) == 2 }
    let dropped = works.withLock { works in
      defer { works = [] }
      return works
    }
    withExtendedLifetime(dropped) {}
    _ = consume dropped
    await controller.waitForDeliveries()
    #expect(log.withLock(\.count) == 2)
  }
}
