import RawObserving
import Testing

@testable import ManagedObserving

/// What threads can do to the mediator between two of its steps, played by hand on one thread.
@Suite("The mediator between two steps") struct MediatorTests {
  private let clock = Clock()
  private let view = ClockView()
  private let controller: KVOController

  init() {
    controller = KVOController(observer: view)
  }

  private func record(
    of keyPath: String, options: KeyValueObservingOptions = [],
    _ body: @escaping () -> Void
  ) -> Record {
    Record(
      controller, of: clock, keyPath: keyPath, options: options,
      handler: .call(.block) { _, _, _ in body() })
  }

  @Test("a record that is unobserved before its registration begins is never called")
  func unobservedBeforeRegistration() {
    var calls = 0
    let record = record(of: "date", options: .initial) { calls += 1 }
    // One thread has put the record into the table; another takes it out; now the first goes on.
    Mediator.shared.unobserve(clock, record)
    Mediator.shared.observe(clock, record)
    clock.date = 1
    #expect(calls == 0)
    // Nobody would take it out again, and a change would follow the address of a record that is gone.
    #expect(!Mediator.shared.isLiving(record))
  }

  @Test("a registration that begins in the middle of the unobserve leaves nothing behind")
  func registrationDuringUnobserve() {
    /// Registers a record as it goes: it goes with the handler, in the middle of the unobserve.
    final class Registrant {
      let go: () -> Void
      init(_ go: @escaping () -> Void) { self.go = go }
      deinit { go() }
    }
    var calls = 0
    var registering = {}
    let record: Record
    do {
      let registrant = Registrant { registering() }
      record = self.record(of: "date", options: .initial) {
        withExtendedLifetime(registrant) { calls += 1 }
      }
    }
    var registrations = 0
    registering = { [clock, unowned record] in
      registrations += 1
      Mediator.shared.observe(clock, record)
    }
    Mediator.shared.unobserve(clock, record)
    clock.date = 1
    #expect(registrations == 1 && calls == 0)
    #expect(!Mediator.shared.isLiving(record) && clock.activeObservations.isEmpty)
  }

  @Test("a late call does not reach another record that has the address of its own")
  func lateCallAtReusedAddress() {
    var calls = 0
    let record = record(of: "date") { calls += 1 }
    Mediator.shared.observe(clock, record)
    // A thread that was on its way to a record of another object, or of another key path, arrives when
    // this record has got the address.
    for (object, keyPath) in [(Thermostat(), "date"), (clock, "zone")] {
      Mediator.shared.observeValue(
        forKeyPath: keyPath, of: object, change: KeyValueChange(kind: .setting),
        context: record.context)
    }
    #expect(calls == 0)
    clock.date = 1
    #expect(calls == 1)
    Mediator.shared.unobserve(clock, record)
  }

  enum Form: CaseIterable { case closure, sequence }
  enum End: CaseIterable { case keyPath, object, all, token, controller, observer, observed }

  @Test(
    "however an observation ends, nothing is left: in the tables, with the object, with the observer",
    arguments: Form.allCases, End.allCases)
  func nothingIsLeft(form: Form, end: End) throws {
    var clock: Clock? = Clock()
    var view: ClockView? = ClockView()
    var controller: KVOController? = KVOController(observer: view, retention: .lifetimeBound)
    weak let tables = controller?.tables
    var changes: AsyncStream<Change<Int>>?
    switch form {
    case .closure: controller?.observe(clock, \.date, action: ClockView.valueDidChange)
    case .sequence: changes = controller?.changes(of: clock, \.date)
    }
    #expect(clock?.contexts(registeredBy: Mediator.shared).count == 1)
    switch end {
    case .keyPath: controller?.unobserve(clock, \.date)
    case .object: controller?.unobserve(clock)
    case .all: controller?.unobserveAll()
    case .token: try #require(controller?.activeObservations.first).token.cancel()
    case .controller: controller = nil
    case .observer: view = nil
    case .observed: clock = nil
    }
    #expect(tables?.withLock(\.contents).isEmpty ?? true)
    #expect(clock?.contexts(registeredBy: Mediator.shared).isEmpty ?? true)
    // The hooks with which both sides would tell of their deaths hold the tables.
    controller = nil
    #expect(tables == nil)
    withExtendedLifetime((clock, view, changes)) {}
  }
}
