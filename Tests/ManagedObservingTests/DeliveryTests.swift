import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

/// Calls on another thread than the one that makes the change.
@Suite("Delivery", .watched) struct DeliveryTests {
  /// A view that belongs to the main actor.
  @MainActor final class MainView {
    var dates: [Int] = []

    func show(_ date: Int) {
      MainActor.preconditionIsolated()
      dates.append(date)
    }

    func dateDidChange(_ change: Change<Int>) { show(change.value) }

    func zoneDidChange(_ change: Change<String?>) { show(-2) }
  }

  /// A view that may be used anywhere.
  final class LockedView: Sendable {
    let dates = Locked<[Int]>([])
  }

  /// Waits until it holds, and fails when it does not in a time that only a fault explains.
  @MainActor private func wait(until holds: () -> Bool) async {
    await waitUntil(holds)
    #expect(holds())
  }

  @Test("on the main actor: set on another thread, told in order, the initial value as well")
  @MainActor func mainActor() async {
    let view = MainView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    controller.observe(clock, \.$date, options: .initial, on: .shared) {
      view, change in view.show(change.value)
    }
    #expect(view.dates.isEmpty, "the initial call comes later as well")
    let shared = Shared(clock)
    #expect(inThreads(1) { _ in for date in 1...100 { shared.value.date = date } })
    #expect(view.dates.isEmpty, "the main actor has been busy waiting")
    await wait { view.dates.count == 101 }
    #expect(view.dates == Array(0...100))
  }

  @Test("cancelled on the main actor, nothing that waits is told any more")
  @MainActor func cancelledThere() async {
    let view = MainView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let token = controller.observe(clock, \.$date, on: .shared) {
      view, change in
      view.show(change.value)
      if change.value == 2 { controller.unobserve(clock, \.$date) }
    }
    for date in 1...5 { clock.date = date }
    await wait { view.dates.count == 2 }
    for _ in 0..<20 { await Task.yield() }
    #expect(view.dates == [1, 2] && !token.isActive)
    let other = controller.observe(clock, \.$zone, on: .shared) {
      view, _ in view.show(0)
    }
    clock.zone = "UTC"
    other.cancel()
    for _ in 0..<20 { await Task.yield() }
    #expect(view.dates == [1, 2])
  }

  @Test("an observer that has died is not called, and is not kept by what waits")
  @MainActor func observerDies() async {
    var view: MainView? = MainView()
    weak let probe = view
    let controller = KVOController(observer: view)
    let clock = Clock()
    controller.observe(clock, \.$date, on: .shared) {
      view, change in view.show(change.value)
    }
    clock.date = 1
    view = nil
    #expect(probe == nil)
    for _ in 0..<20 { await Task.yield() }
  }

  @Test("through a function that schedules, even one whose work runs at the same time: in order")
  func scheduled() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let queue = DispatchQueue.global()
    let told = DispatchSemaphore(value: 0)
    controller.observe(
      clock, \.$date, on: .function { work in queue.async(execute: work) }
    ) { view, change in
      view.dates.withLock { $0.append(change.value) }
      told.signal()
    }
    for date in 1...1000 { clock.date = date }
    for _ in 1...1000 { #expect(told.wait(timeout: .now() + 60) == .success) }
    #expect(view.dates.withLock { $0 } == Array(1...1000))
  }

  @Test("through a function that does the work at once, even if a handler sets again")
  func scheduledAtOnce() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let shared = Shared(clock)
    controller.observe(clock, \.$date, on: .function { work in work() }) {
      view, change in
      view.dates.withLock { $0.append(change.value) }
      if change.value == 1 { shared.value.date = 2 }
    }
    clock.date = 1
    #expect(view.dates.withLock { $0 } == [1, 2])
  }

  @Test("work that is done at once does not nest, however often a handler sets again")
  func scheduledAtOnceManyTimes() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let shared = Shared(clock)
    let count = 50_000
    controller.observe(clock, \.$date, on: .function { work in work() }) {
      view, change in
      let date = change.value
      view.dates.withLock { $0.append(date) }
      if date < count { shared.value.date = date + 1 }
    }
    clock.date = 1
    #expect(view.dates.withLock { $0 } == Array(1...count))
  }

  @Test("through a queue that is waited for, even if a handler sets again")
  func scheduledAndWaitedFor() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let shared = Shared(clock)
    let queue = DispatchQueue(label: "waited for")
    controller.observe(clock, \.$date, on: .function { work in queue.sync(execute: work) }) {
      view, change in
      view.dates.withLock { $0.append(change.value) }
      if change.value < 3 { shared.value.date += 1 }
    }
    clock.date = 1
    #expect(view.dates.withLock { $0 } == [1, 2, 3])
  }

  @Test("many changes that wait: in order, and each in the same time")
  func manyWait() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let queue = DispatchQueue(label: "held up")
    let told = DispatchSemaphore(value: 0)
    let count = 50_000
    queue.suspend()
    controller.observe(
      clock, \.$date, on: .function { work in queue.async(execute: work) }
    ) { view, change in
      view.dates.withLock { $0.append(change.value) }
      if change.value == count { told.signal() }
    }
    for date in 1...count { clock.date = date }
    queue.resume()
    #expect(told.wait(timeout: .now() + 50) == .success)
    #expect(view.dates.withLock { $0 } == Array(1...count))
  }

  @Test("an observer that cannot tell of its death: the first call that finds it gone ends it")
  func plainObserverGone() {
    var view: LockedView? = LockedView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    let clock = Clock()
    controller.observe(clock, \.$date, on: .function { work in work() }) { _, _ in }
    view = nil
    #expect(clock.activeObservations.count == 1)
    clock.date = 1
    #expect(clock.activeObservations.isEmpty)
  }

  @Test("what has been told is not kept")
  func notKept() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = TwinClock()
    controller.observe(clock, \.$mate, options: .old, on: .function { work in work() }) {
      _, _ in
    }
    var mate: Mate? = Mate()
    weak let probe = mate
    clock.mate = mate
    mate = nil
    clock.mate = nil
    #expect(probe == nil)
  }

  @Test("through an executor")
  func executor() async {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let executor = QueueExecutor()
    let (told, continuation) = AsyncStream.makeStream(of: Int.self)
    controller.observe(clock, \.$date, on: .executor(executor)) { view, change in
      dispatchPrecondition(condition: .onQueue(executor.queue))
      view.dates.withLock { $0.append(change.value) }
      if change.value == 50 { continuation.finish() }
    }
    for date in 1...50 { clock.date = date }
    for await _ in told {}
    #expect(view.dates.withLock { $0 } == Array(1...50))
  }

  @Test("once cancelled, what waits is released with one piece of work, and nothing is called")
  func cancelledBacklog() {
    let clock = Clock()
    let view = LockedView()
    let controller = KVOController(observer: view)
    let works = Locked<[@Sendable () -> Void]>([])
    let token = controller.observe(
      clock, \.$date, on: .function { work in works.withLock { $0.append(work) } }
    ) { view, change in view.dates.withLock { $0.append(change.value) } }
    for date in 1...1000 { clock.date = date }
    token.cancel()
    var done = 0
    while let work = works.withLock({ $0.popLast() }) {
      work()
      done += 1
    }
    #expect(done == 1)
    #expect(view.dates.withLock { $0 }.isEmpty)
  }

  @Test("a wait for deliveries does not wait for a loop over a sequence")
  @MainActor func waitBesideSequence() async {
    let clock = Clock()
    let view = MainView()
    let controller = KVOController(observer: view)
    let changes = controller.changes(of: clock, \.$date, options: [])
    controller.observe(clock, \.$date, on: .shared) { view, change in view.show(change.value) }
    clock.date = 1
    await controller.waitForDeliveries()
    #expect(view.dates == [1])
    controller.unobserveAll()
    var iterated: [Int] = []
    for await change in changes { iterated.append(change.value) }
    #expect(iterated == [1])
  }

  @Test("on the main actor, closures that call methods of the observer")
  @MainActor func actions() async {
    let view = MainView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    controller.observe(clock, \.$date, on: .shared) { $0.dateDidChange($1) }
    controller.observe(clock, \.$zone, on: .shared) { $0.zoneDidChange($1) }
    clock.date = 1
    clock.zone = "UTC"
    await wait { view.dates.count == 2 }
    #expect(view.dates.sorted() == [-2, 1])
  }

  @Test("duplicates, tokens and descriptions as elsewhere")
  func asElsewhere() {
    let view = LockedView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    let token = controller.observe(clock, \.$date, on: .function { $0() }) { view, change in
      view.dates.withLock { $0.append(change.value) }
    }
    let duplicate = controller.observe(clock, \.$date, on: .function { $0() }) { view, _ in
      view.dates.withLock { $0.append(-1) }
    }
    #expect(token.isActive && !duplicate.isActive)
    clock.date = 1
    #expect(view.dates.withLock { $0 } == [1])
    #expect(controller.activeObservations.map(\.handler) == ["block elsewhere"])
    token.cancel()
    #expect(clock.activeObservations.isEmpty)
  }
}

/// A value that can be sent, and whose end can be seen.
private final class Mate: Sendable {}

private final class TwinClock: KeyValueObject {
  @Observed var mate: Mate?
}

/// Runs everything on one queue.
private final class QueueExecutor: TaskExecutor {
  let queue = DispatchQueue(label: "executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
