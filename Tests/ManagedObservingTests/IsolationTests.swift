import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// A view that belongs to the main actor.
@MainActor private final class MainView {
  private(set) var dates: [Int] = []

  func dateDidChange(_ change: Change<Int>) {
    MainActor.preconditionIsolated()
    dates.append(change.value)
  }

  func finished(_ change: Change<String?>) { dates.append(-1) }
}

/// A view that belongs to the main actor and inherits from `KeyValueObject`, so it is not `Sendable`.
@MainActor private final class ObservingView: KeyValueObject {
  private(set) var dates: [Int] = []

  func show(_ clock: Clock) {
    kvoController.observe(clock, \.$date, options: .initial, on: .shared) { view, change in
      view.dateDidChange(change)
    }
  }

  func dateDidChange(_ change: Change<Int>) { dates.append(change.value) }

  /// Any thread may call it.
  nonisolated func dateDidChangeAnywhere(_ change: Change<Int>) { threads.withLock { $0 += 1 } }
  nonisolated let threads = Locked(0)
}

/// What a handler captures: its deinit records whether it runs on the main actor.
private final class Captured {
  private static let mainQueue = DispatchSpecificKey<Bool>()
  private let log: Locked<[Bool]>

  init(_ log: Locked<[Bool]>) {
    self.log = log
    DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true)
  }

  deinit {
    let isMain = DispatchQueue.getSpecific(key: Self.mainQueue) ?? false
    log.withLock { $0.append(isMain) }
  }
}

@Suite("What belongs to the main actor runs there", .watched) struct IsolationTests {
  /// Waits until it holds, and fails if it does not within a time that only a fault explains.
  @MainActor private static func wait(until holds: @MainActor () -> Bool) async {
    await waitUntil(holds)
    #expect(holds())
  }

  /// A program whose changes are made on two threads.
  @MainActor private static func program(_ view: MainView) async {
    let clock = Clock()
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date, on: .shared) { $0.dateDidChange($1) }
    clock.date = 5
    let shared = Shared(clock)
    #expect(inThreads(1) { _ in shared.value.date = 6 })
    await wait { view.dates.count == 2 }
    #expect(view.dates == [5, 6])
    withExtendedLifetime(controller) {}
  }

  @Test("a main-actor method in a closure, of a property that is set elsewhere, is called on the main actor")
  func closure() async {
    await #expect(processExitsWith: .success) {
      await IsolationTests.program(MainView())
    }
  }

  @Test("in order, the initial value too, and while the main actor is busy nothing is called")
  @MainActor func order() async {
    let view = MainView()
    let controller = KVOController(observer: view)
    let clock = Clock()
    controller.observe(clock, \.$date, options: .initial, on: .shared) { $0.dateDidChange($1) }
    let shared = Shared(clock)
    #expect(inThreads(1) { _ in for date in 1...100 { shared.value.date = date } })
    #expect(view.dates.isEmpty)
    await Self.wait { view.dates.count == 101 }
    #expect(view.dates == Array(0...100))
  }

  @Test("a class of the main actor observes with its own controller")
  @MainActor func ownController() async {
    let view = ObservingView()
    let clock = Clock()
    view.show(clock)
    clock.date = 1
    await Self.wait { view.dates.count == 2 }
    #expect(view.dates == [0, 1])
    #expect(clock.activeObservations.map(\.handler) == ["block on the main actor"])
  }

  @Test(
    "unobserved on the main actor, what waits is not delivered; nor to an observer that is gone")
  @MainActor func ended() async {
    let clock = Clock()
    let view = MainView()
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date, on: .shared) { $0.dateDidChange($1) }
    for date in 1...5 { clock.date = date }
    controller.unobserve(clock, \.$date)
    var other: MainView? = MainView()
    weak let probe = other
    let second = KVOController(observer: other)
    second.observe(clock, \.$date, on: .shared) { $0.dateDidChange($1) }
    clock.date = 6
    other = nil
    #expect(probe == nil, "what waits does not keep the observer")
    controller.observe(clock, \.$zone, on: .shared) { $0.finished($1) }
    clock.zone = "UTC"
    await Self.wait { view.dates.last == -1 }
    #expect(view.dates == [-1])
    withExtendedLifetime(second) {}
  }

  @Test("a method that is not isolated is called where the change is made")
  @MainActor func nonisolatedMethod() {
    let view = ObservingView()
    let controller = view.kvoController
    let clock = Clock()
    controller.observe(clock, \.$date) { $0.dateDidChangeAnywhere($2) }
    clock.date = 1
    #expect(view.threads.withLock { $0 } == 1)
    #expect(controller.activeObservations.map(\.handler) == ["block"])
    let shared = Shared(clock)
    #expect(inThreads(1) { _ in shared.value.date = 2 })
    #expect(view.threads.withLock { $0 } == 2)
  }

  // MARK: Tokens

  /// Keeps a scoped observation.
  @MainActor private final class ScopedPanel {
    private lazy var controller = KVOController(observer: self)
    private var observation: ScopedObservation?

    func show(_ clock: Clock, _ captured: Captured) {
      observation = controller.observe(clock, \.$date) { _, _, _ in _ = captured }.scoped()
    }

    func stop() { observation = nil }
  }

  /// Cancels its token in a deinit that is isolated to the main actor.
  @MainActor private final class TokenPanel {
    private lazy var controller = KVOController(observer: self)
    private var token: ObservationToken?

    func show(_ clock: Clock, _ captured: Captured) {
      token = controller.observe(clock, \.$date) { _, _, _ in _ = captured }
    }

    isolated deinit { token?.cancel() }
  }

  @Test("a scoped observation in a class of the main actor ends when the class lets go of it")
  @MainActor func scoped() {
    let clock = Clock()
    let log = Locked<[Bool]>([])
    let panel = ScopedPanel()
    panel.show(clock, Captured(log))
    #expect(clock.activeObservations.count == 1)
    panel.stop()
    #expect(clock.activeObservations.isEmpty)
    clock.date = 1
    #expect(clock.activeRegistrations.isEmpty && log.withLock { $0 } == [true])
  }

  /// Keeps a scoped observation of another controller, and may be deallocated on any thread.
  @MainActor private final class LentPanel {
    private let observation: ScopedObservation

    init(_ controller: KVOController<MainView>, _ clock: Clock, _ captured: Captured) {
      observation = controller.observe(clock, \.$date) { view, _, change in
        view.dateDidChange(change)
        _ = captured
      }.scoped()
    }
  }

  @Test("a scoped observation that goes elsewhere: what was captured is released on the main actor")
  @MainActor func scopedElsewhere() async {
    let clock = Clock()
    let log = Locked<[Bool]>([])
    let view = MainView()
    let controller = KVOController(observer: view)
    let held = Locked<LentPanel?>(LentPanel(controller, clock, Captured(log)))
    clock.date = 1
    #expect(inThreads(1) { _ in held.withLock { $0 = nil } })
    #expect(clock.activeObservations.isEmpty && log.withLock { $0 } == [], "nothing is released on that thread")
    clock.date = 2
    #expect(view.dates == [1] && log.withLock { $0 } == [true])
    withExtendedLifetime(controller) {}
  }

  @Test("an isolated deinit cancels on the main actor, wherever the last reference is released")
  @MainActor func isolatedDeinit() async {
    let clock = Clock()
    let log = Locked<[Bool]>([])
    do {
      let panel = TokenPanel()
      panel.show(clock, Captured(log))
      #expect(clock.activeObservations.count == 1)
      let held = Locked<TokenPanel?>(panel)
      Task.detached {
        // The last reference, when the caller has released its own.
        try? await Task.sleep(for: .milliseconds(20))
        held.withLock { $0 = nil }
      }
    }
    await Self.wait { log.withLock { !$0.isEmpty } }
    #expect(log.withLock { $0 } == [true] && clock.activeObservations.isEmpty)
  }
}
