import RawObserving
import Testing

@testable import ManagedObserving

/// What threads can do to the mediator between two of its steps, played by hand on one thread.
@Suite("The mediator between two steps", .watched) struct MediatorTests {
  private let clock = OpenClock()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() {
    controller = KVOController(observer: view)
  }

  /// A record of the date.
  private func record(_ options: KeyValueObservingOptions = [], _ body: @escaping () -> Void) throws -> Record {
    Record(
      controller.core, of: clock, try KeyPathString("date", for: clock), options, SourcePlace(#fileID, #line),
      .call { _, _, _, _ in body() })
  }

  /// Ends what a thread has taken out of the table.
  private func end(_ record: Record) { Mediator.shared.end([(clock, [record.end()])]) }

  @Test("a record that is unobserved before its registration begins is never called")
  func unobservedBeforeRegistration() throws {
    var calls = 0
    let record = try record(.initial) { calls += 1 }
    // One thread has put the record into the table; another takes it out; now the first goes on.
    end(record)
    Mediator.shared.observe(clock, record)
    clock.date = 1
    #expect(calls == 0)
    // Nothing would remove it again.
    #expect(!record.isLiving && clock.contexts.isEmpty && clock.removeCount == 0)
    #expect(Mediator.shared.receiver(for: record.context) == nil, "it would be listed for ever")
  }

  @Test("a registration that begins while an unobserve is under way leaves nothing behind")
  func registrationDuringUnobserve() throws {
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
      record = try self.record(.initial) {
        withExtendedLifetime(registrant) { calls += 1 }
      }
    }
    var registrations = 0
    registering = { [clock, unowned record] in
      registrations += 1
      Mediator.shared.observe(clock, record)
    }
    end(record)
    clock.date = 1
    #expect(registrations == 1 && calls == 0)
    #expect(!record.isLiving && clock.contexts.isEmpty)
  }

  // MARK: Calls that come late

  @Test("a record's number is the context of its registration, and no later record has it")
  func numbersGrow() throws {
    var numbers: [Int] = []
    for _ in 0..<1_000 {
      let record = try record {}
      Mediator.shared.observe(clock, record)
      let contexts = clock.activeRegistrations.map(\.context)
      #expect(contexts == [UnsafeMutableRawPointer(bitPattern: record.number)])
      end(record)
      numbers.append(record.number)
    }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
    #expect(numbers[0] > 0, "a context that is nil matches no record")
  }

  @Test("an old call reaches no new record, even one at the address of the old one")
  func lateCallAtReusedAddress() throws {
    var told: [String] = []
    var reused = 0
    for round in 0..<200 {
      let late: UnsafeMutableRawPointer?
      let place: ObjectIdentifier
      do {
        let old = try record { told.append("old \(round)") }
        Mediator.shared.observe(clock, old)
        late = old.context
        place = ObjectIdentifier(old)  // compared, never followed
        end(old)
      }
      // The allocator gives the address of the old record to one of the next, usually to the first.
      var records: [Record] = []
      repeat {
        let number = records.count
        let new = try record { told.append("new \(number)") }
        Mediator.shared.observe(clock, new)
        records.append(new)
      } while ObjectIdentifier(records[records.count - 1]) != place && records.count < 20
      if ObjectIdentifier(records[records.count - 1]) == place { reused += 1 }
      // A thread calls that was on its way to the old record.
      Mediator.shared.observeValue(
        forKeyPath: "date", of: clock, change: KeyValueChange(kind: .setting, newValue: round), context: late)
      for record in records { end(record) }
    }
    #expect(told == [])
    #expect(reused > 0 || isSanitized, "no record got the address of another")
  }

  enum Form: CaseIterable { case closure, sequence }
  enum End: CaseIterable { case keyPath, object, all, token, controller, observer, observed }

  @Test(
    "however an observation ends, nothing is left: in the table, with the object, with the observer",
    arguments: Form.allCases, End.allCases)
  func nothingIsLeft(form: Form, end: End) throws {
    var clock: Clock? = Clock()
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(
      observer: view, retention: .lifetimeBound)
    weak let table = controller?.core.table
    var changes: AsyncStream<Change<Int>>?
    switch form {
    case .closure: controller?.observe(clock, \.$date) { $0.valueDidChange($2) }
    case .sequence: changes = controller?.changes(of: clock, \.$date)
    }
    #expect(clock?.activeRegistrations.count == 1)
    switch end {
    case .keyPath: controller?.unobserve(clock, \.$date)
    case .object: controller?.unobserve(clock)
    case .all: controller?.unobserveAll()
    case .token: try #require(controller?.activeObservations.first).token.cancel()
    case .controller: controller = nil
    case .observer: view = nil
    case .observed: clock = nil
    }
    #expect(table?.contents.isEmpty ?? true)
    #expect(clock?.activeRegistrations.isEmpty ?? true)
    // The hooks with which both sides would tell of their deaths hold the table.
    controller = nil
    #expect(table == nil)
    withExtendedLifetime((clock, view, changes)) {}
  }
}
