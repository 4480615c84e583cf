import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// Calls on another thread than the one that makes the change.
@Suite("Delivery", .watched) struct DeliveryTests {
  private let clock = Clock()
  private let panel = Panel()
  private let controller: KVOController<Panel>

  init() { controller = KVOController(observer: panel) }

  private var values: [Int] { panel.values.withLock { $0 } }

  /// Observes the date, and delivers through the function.
  @discardableResult private func observe(
    through schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  ) -> ObservationToken {
    controller.observe(clock, \.$date, on: .function(schedule)) { panel, change in panel.show(change.value) }
  }

  // MARK: On the main actor

  @Test("on the main actor: set on another thread, delivered in order, the initial value as well")
  @MainActor func mainActor() async {
    let view = MainView()
    await view.controller.waitForDeliveries()  // nothing waits
    view.controller.observe(clock, \.$date, options: .initial, on: .shared) { view, change in view.show(change.value) }
    #expect(view.values.isEmpty, "the initial call comes later as well")
    let shared = Shared(clock)
    #expect(inThreads(1) { _ in for date in 1...100 { shared.value.date = date } })
    #expect(view.values.isEmpty, "the main actor has been busy waiting")
    await waitUntil { view.values.count == 101 }
    #expect(view.values == Array(0...100))
    clock.date = 101
    await view.controller.waitForDeliveries()
    #expect(view.values.last == 101)
  }

  @Test("cancelled or unobserved on the main actor, nothing that waits is delivered any more")
  @MainActor func cancelledThere() async {
    let view = MainView()
    let controller = view.controller
    let token = controller.observe(clock, \.$date, on: .shared) { [clock] view, change in
      view.show(change.value)
      if change.value == 2 { controller.unobserve(clock, \.$date) }
    }
    let other = controller.observe(clock, \.$zone, on: .shared) { view, _ in view.show(-1) }
    for date in 1...5 { clock.date = date }
    clock.zone = "UTC"
    other.cancel()
    await waitUntil { view.values.count >= 2 }
    for _ in 0..<20 { await Task.yield() }
    #expect(view.values == [1, 2] && !token.isActive)
  }

  // MARK: The object goes first

  /// What ends the delivery of changes whose object has been deallocated.
  enum Stop: CaseIterable {
    case nothing, cancel, scoped, unobserveAll, controllerGoes, observerGoes, unobserveInDeinit
  }

  private final class Leaving: KeyValueObject {
    @Observed var date = 0
    var atDeath: ((Leaving) -> Void)?
    deinit { atDeath?(self) }
  }

  private final class Captured: Sendable {
    let atDeath: @Sendable () -> Void
    init(atDeath: @escaping @Sendable () -> Void) { self.atDeath = atDeath }
    deinit { atDeath() }
  }

  @Test("what waits when the object is deallocated is delivered, unless somebody ends it", arguments: Stop.allCases)
  func objectGoesFirst(_ stop: Stop) async throws {
    let (work, gone) = (Locked<[@Sendable () -> Void]>([]), Locked(0))
    var (panel, values) = (nil as Panel?, Locked<[Int]>([]))
    do {
      let made = Panel()
      (panel, values) = (made, made.values)
    }
    var controller: KVOController? = KVOController(observer: panel, retention: .lifetimeBound)
    var token: ObservationToken?
    var scoped: ScopedObservation?
    weak var probe: Leaving?
    do {
      let object = Leaving()
      probe = object
      let captured = Captured { gone.withLock { $0 += 1 } }
      token = controller?.observe(
        object, \.$date, on: .function { piece in work.withLock { $0.append(piece) } }
      ) { panel, change in
        withExtendedLifetime(captured) { panel.show(change.value) }
      }
      if stop == .scoped { scoped = token?.scoped() }
      object.date = 1
      object.date = 2
      if stop == .unobserveInDeinit {
        object.atDeath = { [controller] leaving in controller?.unobserve(leaving) }
      }
    }
    #expect(probe == nil && token?.isActive == false)
    func runNext() { if let piece = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { piece() } }
    runNext()
    switch stop {
    case .nothing, .unobserveInDeinit: break
    case .cancel: token?.cancel()
    case .scoped: scoped = nil
    case .unobserveAll: controller?.unobserveAll()
    case .controllerGoes: controller = nil
    case .observerGoes: panel = nil
    }
    _ = (panel, scoped)
    // What the handler captured is released when nothing waits any more.
    while gone.withLock({ $0 }) == 0 {
      runNext()
      try await Task.sleep(for: .milliseconds(1))
    }
    let expected = stop == .nothing ? [1, 2] : stop == .unobserveInDeinit ? [] : [1]
    #expect(values.withLock { $0 } == expected)
  }

  @Test("a wait for deliveries includes what waited when the object was deallocated")
  @MainActor func waitsForTheGone() async {
    let view = MainView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    weak var record: Record?
    do {
      let object = Leaving()
      record = controller.observe(object, \.$date, on: .shared) { view, change in view.show(change.value) }.record
      for date in 1...3 { object.date = date }
    }
    #expect(view.values.isEmpty && record != nil)
    await controller.waitForDeliveries()
    #expect(view.values == [1, 2, 3])
    #expect(record == nil, "its table keeps it although nothing waits any more")
  }

  private final class Slow: KeyValueObject {
    @Observed var date = 0
    @Observed var zone = ""
    var atRemoval: (() -> Void)?

    override func removeObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
      super.removeObserver(observer, forKeyPath: keyPath, context: context)
      atRemoval?()
    }
  }

  @Test("a wait that begins while the object is in its deinit includes what waits")
  func waitsForTheDying() async throws {
    let (works, hasWaited) = (Locked<[@Sendable () -> Void]>([]), Locked(false))
    let controller = KVOController(observer: panel, retention: .lifetimeBound)
    let table = controller.core.table
    do {
      let slow = Slow()
      controller.observe(slow, \.$zone) { _, _, _ in }
      controller.observe(slow, \.$date, on: .function { work in works.withLock { $0.append(work) } }) { panel, change in
        panel.show(change.value)
      }
      slow.date = 1
      // The removal of the first one. What is known of the second one now?
      slow.atRemoval = {
        Task.detached {
          await table.waitForDeliveries()
          hasWaited.withLock { $0 = true }
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    #expect(!hasWaited.withLock { $0 } && values.isEmpty)
    while !hasWaited.withLock({ $0 }) {
      for work in works.withLock({ works in
        defer { works = [] }; return works
      }) { work() }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(values == [1])
  }

  @Test("a function that drops the work keeps no record of objects that are gone")
  func dropped() async {
    let controller = KVOController(observer: panel, retention: .lifetimeBound)
    weak var record: Record?
    do {
      let object = Leaving()
      record =
        controller.observe(object, \.$date, on: .function { _ in }) { panel, change in panel.show(change.value) }.record
      object.date = 1
    }
    await waitUntil { record == nil }
    #expect(record == nil && values.isEmpty)
  }

  @Test(
    "in the current era, what waits is delivered even if another object has taken the place of the one that is gone")
  func outlived() async throws {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let (works, panel) = (Locked<[@Sendable () -> Void]>([]), Panel())
      let controller = KVOController(observer: panel, retention: .unretained)
      func observe() -> Leaving {
        let object = Leaving()
        controller.observe(object, \.$date, on: .function { work in works.withLock { $0.append(work) } }) {
          panel, change in
          panel.show(change.value)
        }
        return object
      }
      var addresses: Set<ObjectIdentifier> = []
      for date in 1...100 {
        let object = observe()
        object.date = date
        addresses.insert(ObjectIdentifier(object))
      }
      #expect(addresses.count < 100 || isSanitized, "no address was used again")
      while true {
        let waiting = works.withLock { works in
          defer { works = [] }; return works
        }
        if waiting.isEmpty { break }
        for work in waiting { work() }
      }
      #expect(panel.values.withLock { $0.sorted() } == Array(1...100))
    }
  }

  @Test("the latest value arrives although the object has been deallocated")
  @MainActor func latestOfTheGone() async {
    let view = MainView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    do {
      let object = Leaving()
      controller.observe(object, \.$date, latestOn: .shared) { view, date in view.show(date) }
      for date in 1...3 { object.date = date }
    }
    await controller.waitForDeliveries()
    #expect(view.values == [0, 3])
  }

  @Test("an observer that has been deallocated is not called, and is not retained by what waits")
  @MainActor func observerDies() async {
    var view: MainView? = MainView()
    weak let probe = view
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date, on: .shared) { view, change in view.show(change.value) }
    clock.date = 1
    view = nil
    #expect(probe == nil)
    await controller.waitForDeliveries()
    #expect(clock.activeObservations.isEmpty)
  }

  @Test("a wait for deliveries does not wait for a loop over a sequence")
  @MainActor func waitBesideSequence() async {
    let view = MainView()
    let changes = view.controller.changes(of: clock, \.$date, options: [])
    view.controller.observe(clock, \.$date, on: .shared) { view, change in view.show(change.value) }
    clock.date = 1
    await view.controller.waitForDeliveries()
    #expect(view.values == [1])
    view.controller.unobserveAll()
    var iterated: [Int] = []
    for await change in changes { iterated.append(change.value) }
    #expect(iterated == [1])
  }

  @Test("a later delivery on the main actor needs no more stack than the first")
  @MainActor func mainActorStack() async {
    let (view, count) = (MainView(), 5_000)
    var addresses: [Int] = []
    view.controller.observe(clock, \.$date, on: .shared) { _, _ in addresses.append(stackAddress()) }
    for date in 1...count { clock.date = date }
    await view.controller.waitForDeliveries()
    #expect(addresses.count == count)
    // The stack grows downwards. 240 kB, if each delivery wraps the closure in thunks once more. AddressSanitizer moves
    // variables to places of its own, but to the same ones early and late.
    let (early, late) = (addresses.prefix(count / 5).min() ?? 0, addresses.suffix(count / 50).min() ?? 0)
    #expect(early - late < 50_000)
  }

  @Test("sixteen times as many deliveries cost about sixteen times as much, wherever they are made")
  func deliveriesGrowLinearly() async {
    // In a process of its own, where nothing else uses the processor.
    await #expect(processExitsWith: .success) { @MainActor in
      for place in Place.allCases {
        _ = await place.cost(of: 100)
        var (few, many) = (Double.infinity, Double.infinity)
        for _ in 1...3 {
          few = min(few, await place.cost(of: 1_000))
          many = min(many, await place.cost(of: 16_000))
        }
        // 256 times as much, if each costs more than the one before it. A busy machine has its share of the rest.
        precondition(many < few * 100, "\(place): \(few), \(many)")
      }
    }
  }

  /// Where changes are delivered.
  private enum Place: CaseIterable {
    case mainActor, executor, function, sequence

    /// The seconds of processor time that so many deliveries take.
    @MainActor func cost(of count: Int) async -> Double {
      let (clock, panel, view) = (Clock(), Panel(), MainView())
      let controller = KVOController(observer: panel)
      let before = processorTime()
      var changes: AsyncStream<Change<Int>>?
      switch self {
      case .mainActor: view.controller.observe(clock, \.$date, on: .shared) { $0.show($1.value) }
      case .executor: controller.observe(clock, \.$date, on: .executor(QueueExecutor())) { $0.show($1.value) }
      case .function: controller.observe(clock, \.$date, on: .function { $0() }) { $0.show($1.value) }
      case .sequence: changes = controller.changes(of: clock, \.$date, options: [])
      }
      for date in 1...count { clock.date = date }
      await view.controller.waitForDeliveries()
      await controller.waitForDeliveries()
      controller.unobserveAll()
      if let changes { for await change in changes { panel.show(change.value) } }
      precondition(view.values.count + panel.values.withLock(\.count) == count)
      return processorTime() - before
    }
  }

  // MARK: Task-local values and priority

  private enum Request { @TaskLocal static var name = "none" }

  @Test("a handler has neither the task-local values nor the priority of the task that made another change")
  @MainActor func nothingIsLent() async {
    let (view, heard) = (MainView(), Locked<[String]>([]))
    view.controller.observe(clock, \.$date, on: .shared) { _, _ in heard.withLock { $0.append(Request.name) } }
    controller.observe(clock, \.$date, on: .executor(QueueExecutor())) { _, _ in
      heard.withLock { $0.append(Request.name) }
    }
    Request.$name.withValue("first") { clock.date = 1 }
    Request.$name.withValue("second") { clock.date = 2 }
    clock.date = 3
    await view.controller.waitForDeliveries()
    await controller.waitForDeliveries()
    #expect(heard.withLock { $0 } == Array(repeating: "none", count: 6))
  }

  // MARK: What a handler captured

  @Test("a wait for deliveries waits until an observation that has ended has released what its handler captured")
  @MainActor func waitsForRelease() async {
    for isChanged in [false, true] {
      let (view, log) = (MainView(), Locked<[Bool]>([]))
      let token: ObservationToken
      do {
        let captured = CapturedOnMain(log)
        token = view.controller.observe(clock, \.$date, on: .shared) { _, _ in withExtendedLifetime(captured) {} }
      }
      if isChanged { clock.date += 1 }
      token.cancel()
      await view.controller.waitForDeliveries()
      #expect(log.withLock { $0 } == [true])
    }
  }

  // MARK: Through a function

  @Test("through a function that schedules, even one whose work runs at the same time: in order")
  func scheduled() {
    let (queue, received) = (DispatchQueue.global(), DispatchSemaphore(value: 0))
    controller.observe(clock, \.$date, on: .function { work in queue.async(execute: work) }) { panel, change in
      panel.show(change.value)
      received.signal()
    }
    for date in 1...1000 { clock.date = date }
    for _ in 1...1000 { #expect(received.wait(timeout: .now() + 60) == .success) }
    #expect(values == Array(1...1000))
  }

  @Test("work that is done at once does not nest, however often a handler sets again")
  func scheduledAtOnce() {
    let shared = Shared(clock)
    let count = 50_000
    controller.observe(clock, \.$date, on: .function { work in work() }) { panel, change in
      panel.show(change.value)
      if change.value < count { shared.value.date = change.value + 1 }
    }
    clock.date = 1
    #expect(values == Array(1...count))
  }

  @Test("through a queue that is waited for, even if a handler sets again")
  func scheduledAndWaitedFor() {
    let shared = Shared(clock)
    let queue = DispatchQueue(label: "waited for")
    controller.observe(clock, \.$date, on: .function { work in queue.sync(execute: work) }) { panel, change in
      panel.show(change.value)
      if change.value < 3 { shared.value.date += 1 }
    }
    clock.date = 1
    #expect(values == [1, 2, 3])
  }

  @Test("many changes that wait: in order, each in the same time; one sync of the queue does not wait for all")
  func manyWait() async {
    let queue = DispatchQueue(label: "held up")
    let (afterTheFirst, count) = (Locked<Int?>(nil), 50_000)
    queue.suspend()
    observe { work in queue.async(execute: work) }
    for date in 1...count { clock.date = date }
    // Of all these changes the queue has one piece of work, so a block that is added now is the second.
    queue.async { [panel] in afterTheFirst.withLock { $0 = panel.values.withLock(\.count) } }
    queue.resume()
    await controller.waitForDeliveries()
    #expect(values == Array(1...count) && afterTheFirst.withLock { $0 } == 1)
  }

  @Test("once cancelled, what waits is released with one piece of work, and nothing is called")
  func cancelledBacklog() {
    let works = Locked<[@Sendable () -> Void]>([])
    let token = observe { work in works.withLock { $0.append(work) } }
    for date in 1...1000 { clock.date = date }
    token.cancel()
    var done = 0
    while let work = works.withLock({ $0.popLast() }) {
      work()
      done += 1
    }
    // One for all that waits, and perhaps the one that releases what the handler captured.
    #expect((1...2).contains(done) && values.isEmpty)
  }

  @Test("a duplicate is dropped, and a token ends its own, as without a delivery")
  func duplicate() {
    let token = observe { $0() }
    #expect(!observe { $0() }.isActive)
    clock.date = 1
    #expect(values == [1])
    token.cancel()
    clock.date = 2
    #expect(values == [1] && clock.activeObservations.isEmpty)
  }

  /// A value that can be sent, and whose end can be seen.
  private final class Mate: Sendable {}

  private final class MateClock: KeyValueObject { @Observed var mate: Mate? }

  @Test("what has been delivered is not retained")
  func notRetained() {
    let clock = MateClock()
    controller.observe(clock, \.$mate, options: .old, on: .function { work in work() }) { _, _ in }
    var mate: Mate? = Mate()
    weak let probe = mate
    clock.mate = mate
    mate = nil
    clock.mate = nil
    #expect(probe == nil)
  }

  // MARK: On an executor

  /// Runs everything on one queue.
  private final class QueueExecutor: TaskExecutor {
    let queue = DispatchQueue(label: "executor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test("on an executor")
  func executor() async {
    let executor = QueueExecutor()
    controller.observe(clock, \.$date, on: .executor(executor)) { panel, change in
      dispatchPrecondition(condition: .onQueue(executor.queue))
      panel.show(change.value)
    }
    for date in 1...50 { clock.date = date }
    await controller.waitForDeliveries()
    #expect(values == Array(1...50))
  }
}
