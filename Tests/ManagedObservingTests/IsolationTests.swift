import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

@Suite("What belongs to the main actor runs there", .watched) struct IsolationTests {
  private let clock = Clock()
  private let log = Locked<[Bool]>([])

  @MainActor private final class OpenView {
    let threads = Locked(0)

    /// Any thread may call it.
    nonisolated func dateDidChangeAnywhere(_ change: Change<Int>) { threads.withLock { $0 += 1 } }
  }

  @Test("a method that is not isolated is called where the change is made")
  @MainActor func nonisolatedMethod() {
    let view = OpenView()
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date) { $0.dateDidChangeAnywhere($2) }
    clock.date = 1
    #expect(view.threads.withLock { $0 } == 1)
    let shared = Shared(clock)
    #expect(inThreads(1) { _ in shared.value.date = 2 })
    #expect(view.threads.withLock { $0 } == 2)
  }

  /// Keeps a scoped observation of another controller, and may be deallocated on any thread.
  @MainActor private final class LentPanel {
    private let observation: ScopedObservation

    init(_ controller: KVOController<MainView>, _ clock: Clock, _ captured: CapturedOnMain) {
      observation = controller.observe(clock, \.$date) { view, _, change in
        view.show(change.value)
        _ = captured
      }.scoped()
    }
  }

  @Test("a scoped observation is released elsewhere: what was captured is released on the main actor")
  @MainActor func scopedElsewhere() async {
    let view = MainView()
    let held = Locked<LentPanel?>(LentPanel(view.controller, clock, CapturedOnMain(log)))
    clock.date = 1
    #expect(inThreads(1) { _ in held.withLock { $0 = nil } })
    #expect(clock.activeObservations.isEmpty && log.withLock { $0 } == [], "nothing is released on that thread")
    clock.date = 2
    #expect(view.values == [1] && log.withLock { $0 } == [true])
  }

  /// Cancels its token in a deinit that is isolated to the main actor.
  @MainActor private final class TokenPanel {
    private lazy var controller = KVOController(observer: self)
    private var token: ObservationToken?

    func show(_ clock: Clock, _ captured: CapturedOnMain) {
      token = controller.observe(clock, \.$date) { _, _, _ in _ = captured }
    }

    isolated deinit { token?.cancel() }
  }

  @Test("an isolated deinit cancels on the main actor, wherever the last reference is released")
  @MainActor func isolatedDeinit() async {
    do {
      let panel = TokenPanel()
      panel.show(clock, CapturedOnMain(log))
      #expect(clock.activeObservations.count == 1)
      let held = Locked<TokenPanel?>(panel)
      Task.detached {
        // The last reference, when the caller has released its own.
        try? await Task.sleep(for: .milliseconds(20))
        held.withLock { $0 = nil }
      }
    }
    await waitUntil { log.withLock { !$0.isEmpty } }
    #expect(log.withLock { $0 } == [true] && clock.activeObservations.isEmpty)
  }

  /// Keeps a scoped observation in an actor, which may run on any thread.
  private actor Keeper {
    private let (view, clock) = (ClockView(), Clock())
    private var scoped: ScopedObservation?

    func observe() { scoped = view.kvoController.observe(clock, \.$date) { _, _, _ in }.scoped() }

    /// The registrations before and after the next call to the controller.
    func release() -> [Int] {
      scoped = nil
      let before = clock.activeRegistrations.count
      view.kvoController.unobserve(clock, \.$zone)
      return [before, clock.activeRegistrations.count]
    }
  }

  @Test("scoped in an actor, its registration is removed at the next call to the controller")
  func scopedInAnActor() async {
    let keeper = Keeper()
    await keeper.observe()
    #expect(await keeper.release() == [1, 0])
  }

  // MARK: A model that is declared `@unchecked Sendable`

  /// Sound in these tests because one thread waits for the other.
  private final class Unchecked: KeyValueObject, @unchecked Sendable {
    @Observed var level = 0
  }

  @MainActor private final class Screen {
    private(set) var levels: [Int] = []
    private lazy var controller = KVOController(observer: self)

    /// The closure is `@Sendable`: a line that uses the screen does not compile in it, see Tests/Misuses/Threads.swift.
    func show(_ model: Unchecked, _ threads: Locked<[Bool]>) {
      controller.observe(model, \.$level) { _, _, _ in threads.withLock { $0.append(Thread.isMainThread) } }
      controller.observe(model, keyPath: "level", duplicates: .add) { _, _, _ in
        threads.withLock { $0.append(Thread.isMainThread) }
      }
      controller.observe(model, keyPaths: ["level"], duplicates: .add) { _, _, _ in
        threads.withLock { $0.append(Thread.isMainThread) }
      }
    }

    func showAssuming(_ model: Unchecked) {
      controller.observe(model, \.$level) { screen, _, change in
        MainActor.assumeIsolated { screen.levels.append(change.value) }
      }
    }
  }

  @Test("its handlers run on the thread that sets it, wherever they were written")
  @MainActor func uncheckedHandlers() async {
    let (model, screen, threads) = (Unchecked(), Screen(), Locked<[Bool]>([]))
    screen.show(model, threads)
    #expect(inThreads(1) { _ in model.level = 3 })
    #expect(threads.withLock { $0 } == [false, false, false])
  }

  @Test("a handler that asserts the main actor is checked by the runtime, which ends the process")
  func uncheckedHandlerThatAsserts() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let (model, screen) = (Unchecked(), Screen())
      screen.showAssuming(model)
      _ = inThreads(1) { _ in model.level = 3 }
    }
  }
}
