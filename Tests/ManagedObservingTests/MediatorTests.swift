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
      controller, keyPath: keyPath, options: options,
      handler: .call(kind: "block") { _, _, _ in body() })
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
  }
}
