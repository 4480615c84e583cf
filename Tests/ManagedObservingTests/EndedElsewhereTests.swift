import RawObserving
import Testing

@testable import ManagedObserving

/// What ends on a thread that may use neither the object nor the controller is silent there, and is removed later.
@Suite("Observations that end on another thread", .watched) struct EndedElsewhereTests {
  enum Form: CaseIterable { case scope, sequence, delivery }

  /// What removes the registration.
  enum Next: CaseIterable { case change, observe, unobserve, unobserveAll, controllerGone, observedGone }

  private final class Watcher: Sendable {}

  /// What a handler captures.
  private final class Captured: Sendable {}

  private struct Case: CustomTestStringConvertible {
    let form: Form
    let next: Next
    let retention: Retention
    var testDescription: String { "\(form), \(next), \(retention)" }

    static let all: [Case] = {
      var all: [Case] = []
      for form in Form.allCases {
        for next in Next.allCases {
          for retention: Retention in [.retained, .unretained, .lifetimeBound] {
            // A sequence retains nothing. Otherwise the controller retains the object until the registration is removed.
            if next == .observedGone && retention == .retained && form != .sequence { continue }
            all.append(Case(form: form, next: next, retention: retention))
          }
        }
      }
      return all
    }()
  }

  @Test("a record that is silenced elsewhere just as it is taken out ends with its controller")
  func silencedAsItIsTaken() throws {
    let (view, clock) = (ClockView(), Clock())
    weak var table: Table?
    do {
      let core = ControllerCore(view, .retained)
      let record = Record(core, of: clock, try KeyPathString("date", for: clock), [], .call { _, _, _, _ in })
      core.observe(clock, record)
      core.unobserveAll()
      // The other thread has silenced it before, and notes it only now.
      core.table.note(record)
      table = core.table
    }
    #expect(table == nil)
  }

  @Test("nothing is used there; the next change, call or death removes the registration", arguments: Case.all)
  private func removedLater(_ it: Case) {
    var clock: Clock? = Clock()
    var watcher: Watcher? = Watcher()
    var controller: KVOController<Watcher>? = KVOController(observer: watcher, retention: it.retention)
    var captured: Captured? = Captured()
    weak let probe = captured
    weak let table = controller?.core.table
    let calls = Locked(0)
    let works = Locked<[@Sendable () -> Void]>([])
    // What the other thread lets go of.
    let held = Locked<Any?>(uncheckedState: nil)
    var sequence = 0
    switch it.form {
    case .scope:
      let token = controller?.observe(clock, \.$date) { [captured] _, _, _ in
        withExtendedLifetime(captured) { calls.withLock { $0 += 1 } }
      }
      held.withLockUnchecked { $0 = token?.scoped() }
    case .sequence:
      held.withLockUnchecked { $0 = controller?.changes(of: clock, \.$date) }
      sequence = 1
    case .delivery:
      let delivery = Delivery.function { work in works.withLock { $0.append(work) } }
      controller?.observe(clock, \.$date, on: delivery) { [captured] _, _ in
        withExtendedLifetime(captured) { calls.withLock { $0 += 1 } }
      }
      clock?.date = 1
      watcher = nil
    }
    captured = nil
    #expect(
      inThreads(1) { _ in
        held.withLockUnchecked { $0 = nil }
        for work in works.withLock({ $0 }) { work() }
      })
    works.withLock { $0 = [] }

    #expect(clock?.activeObservations.isEmpty == true)
    #expect(clock?.activeRegistrations.count == 1, "nothing of the object is used on that thread")
    #expect((probe != nil) == (sequence == 0), "nor is what was captured released there")

    switch it.next {
    case .change: clock?.date = 2
    case .observe: controller?.observe(nil as Clock?, \.$date) { _, _, _ in }
    case .unobserve: controller?.unobserve(Clock())
    case .unobserveAll: controller?.unobserveAll()
    case .controllerGone: controller = nil
    case .observedGone: clock = nil
    }
    #expect(clock?.activeRegistrations.isEmpty ?? true)
    #expect(probe == nil && calls.withLock { $0 } == 0)
    #expect(table?.contents.isEmpty ?? true)
    clock?.date = 3
    #expect(calls.withLock { $0 } == 0)
    withExtendedLifetime((controller, watcher)) {}
  }

  @Test("neither the object nor the controller lists it any more")
  func notListed() {
    let (clock, view) = (Clock(), ClockView())
    let token = view.kvoController.observe(clock, \.$date) { _, _, _ in }
    let held = Locked<ScopedObservation?>(uncheckedState: token.scoped())
    #expect(inThreads(1) { _ in held.withLockUnchecked { $0 = nil } })
    #expect(!token.isActive && clock.activeObservations.isEmpty)
    #expect(view.kvoController.activeObservations.isEmpty)
    #expect(!view.kvoController.debugDescription.contains("date"))
  }

  @Test("it is no duplicate any more", arguments: [DuplicatePolicy.ignore, .replace, .add])
  func noDuplicate(duplicates: DuplicatePolicy) {
    let (clock, view) = (Clock(), ClockView())
    let controller = view.kvoController
    let held = Locked<ScopedObservation?>(
      uncheckedState: controller.observe(clock, \.$date) { _, _, _ in Issue.record("called") }.scoped())
    #expect(inThreads(1) { _ in held.withLockUnchecked { $0 = nil } })
    var heard: [Int] = []
    let token = controller.observe(clock, \.$date, duplicates: duplicates) { _, _, change in heard.append(change.value)
    }
    #expect(token.isActive && clock.activeRegistrations.count == 1)
    clock.date = 1
    #expect(heard == [1])
  }

  @Test("in its own handler, a scope may go: no further call, and the next change removes the registration")
  func inItsHandler() {
    let (clock, view) = (Clock(), ClockView())
    var calls = 0
    var scope: ScopedObservation?
    scope = view.kvoController.observe(clock, \.$date) { _, _, _ in
      calls += 1
      scope = nil
    }.scoped()
    #expect(scope?.token.isActive == true)
    for date in 1...3 { clock.date = date }
    #expect(calls == 1 && clock.activeRegistrations.isEmpty)
  }

  @Test("scopes go on threads while the object changes and is observed anew: none calls afterwards, nothing is left")
  func race() {
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
}
