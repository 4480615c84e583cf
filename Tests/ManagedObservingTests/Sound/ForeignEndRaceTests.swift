import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// Endings elsewhere, while the thread of the object goes on with it. Run under ThreadSanitizer as well.
@Suite("An observation ends on another thread while its object and controller are used", .watched)
struct ForeignEndRaceTests {
  /// Two threads that meet before each round.
  private final class Meeting: Sendable {
    private let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    func first(_ isLate: inout Bool) { meet(first, second, &isLate) }
    func second(_ isLate: inout Bool) { meet(second, first, &isLate) }

    private func meet(_ own: DispatchSemaphore, _ other: DispatchSemaphore, _ isLate: inout Bool) {
      other.signal()
      if !isLate { isLate = own.wait(timeout: .now() + 100) == .timedOut }
    }
  }

  private final class View: KeyValueObject {
    private let home: Home
    init(_ home: Home) { self.home = home }
    deinit { home.check("deinit of the observer") }
  }

  /// What the thread of the object does in the same moment.
  private enum Meanwhile: CaseIterable { case changes, endsObject, endsController, endsObserver, endsAll, cancels }

  @Test("nothing of the object is used or released there", arguments: Meanwhile.allCases)
  private func race(meanwhile: Meanwhile) {
    let rounds = 300
    let faults = Locked<[String]>([])
    let given = Locked<(any Sendable)?>(nil)
    let scopes = Locked<ScopedObservation?>(uncheckedState: nil)
    let meeting = Meeting()
    let finished = inThreads(2) { number in
      var isLate = false
      if number == 1 {
        for _ in 0..<rounds where !isLate {
          meeting.second(&isLate)
          var (stream, scope): ((any Sendable)?, ScopedObservation?) = (nil, nil)
          given.withLock { swap(&$0, &stream) }
          scopes.withLockUnchecked { swap(&$0, &scope) }
          meeting.second(&isLate)
          (stream, scope) = (nil, nil)
          meeting.second(&isLate)
        }
        return
      }
      for round in 0..<rounds where !isLate {
        let home = Home()
        var clock: HomeClock? = HomeClock(home)
        var view: View? = View(home)
        let retentions: [Retention] = [.retained, .unretained, .lifetimeBound]
        var controller: KVOController<View>? = KVOController(observer: view, retention: retentions[round % 3])
        // An object that is not retained has to outlive what observes it.
        let kept = meanwhile == .endsObject || meanwhile == .endsAll ? (round % 3 == 1 ? clock : nil) : clock
        let token = observe(controller, clock, home)
        given.withLock { $0 = controller?.changes(of: clock, \.$date) }
        scopes.withLockUnchecked { $0 = token?.scoped() }
        meeting.first(&isLate)
        meeting.first(&isLate)
        switch meanwhile {
        case .changes: clock?.date += 1
        case .endsObject: clock = nil
        case .endsController: controller = nil
        case .endsObserver: view = nil
        case .endsAll: (view, controller, clock) = (nil, nil, nil)
        case .cancels: token?.cancel()
        }
        meeting.first(&isLate)
        if token?.isActive ?? false { faults.withLock { $0.append("round \(round): active") } }
        clock?.date += 1
        controller?.unobserveAll()
        (kept ?? clock)?.date += 1
        if kept?.activeRegistrations.isEmpty == false { faults.withLock { $0.append("round \(round): left") } }
        (clock, view, controller) = (nil, nil, nil)
        withExtendedLifetime(kept) {}
        faults.withLock { $0 += home.strayed }
      }
      if isLate { faults.withLock { $0.append("the other thread did not come") } }
    }
    #expect(finished && faults.withLock { $0 } == [])
  }

  @Test("scopes are released on a thread while the object is changed and observed: no later call, nothing is left")
  func scopes() {
    for round in 0..<100 {
      let (clock, view) = (Clock(), ClockView())
      let calls = Locked(0)
      let scopes = Locked<[ScopedObservation]>(
        uncheckedState: (0..<8).map { _ in
          view.kvoController.observe(clock, \.$date, duplicates: .add) { _, _, _ in calls.withLock { $0 += 1 } }
            .scoped()
        })
      let shared = Shared((clock, view))
      let finished = inThreads(3) { number in
        let (clock, view) = shared.value
        if number == 0 {
          for date in 1...20 { clock.date = date }
        } else if number == 1 {
          for _ in 0..<20 {
            let token = view.kvoController.observe(clock, \.$zone) { _, _, _ in }
            token.cancel()
          }
        } else {
          for _ in 0..<8 { _ = scopes.withLockUnchecked { $0.popLast() } }
        }
      }
      #expect(finished)
      #expect(clock.activeObservations.isEmpty, "round \(round)")
      let before = calls.withLock { $0 }
      clock.date = 0
      #expect(calls.withLock { $0 } == before && clock.activeRegistrations.isEmpty, "round \(round)")
    }
  }

  // MARK: The main actor

  /// A clock that any thread may set, so that an observation may end there.
  private final class SharedClock: KeyValueObject, @unchecked Sendable { @Observed var date = 0 }

  @Test("what a handler of the main actor captured is released on the main actor, wherever its observation ends")
  @MainActor func mainActor() async {
    let rounds = 600
    let released = Locked<[Bool]>([])
    for round in 1...rounds {
      let (clock, view) = (SharedClock(), ClockView())
      let controller = KVOController(observer: view)
      do {
        let captured = CapturedOnMain(released)
        let token = controller.observe(clock, \.$date, on: .shared) { _, _ in withExtendedLifetime(captured) {} }
        withExtendedLifetime(token.scoped()) {}
      }
      // The observation is silenced, and goes with this change.
      Thread { clock.date = 1 }.start()
      // The main actor is busy at first, so that it is quick to release what it gets.
      for _ in 0..<10_000 where released.withLock(\.count) < round { await Task.yield() }
      await waitUntil { released.withLock(\.count) == round }
      if released.withLock(\.count) < round { break }
      withExtendedLifetime((view, controller)) {}
    }
    let elsewhere = released.withLock { $0.filter { !$0 }.count }
    #expect(released.withLock(\.count) == rounds && elsewhere == 0)
  }

  private func observe(_ controller: KVOController<View>?, _ clock: HomeClock?, _ home: Home) -> ObservationToken? {
    let captured = AtDeinit { home.check("deinit of what the handler captured") }
    return controller?.observe(clock, \.$date) { _, _, _ in withExtendedLifetime(captured) {} }
  }
}
