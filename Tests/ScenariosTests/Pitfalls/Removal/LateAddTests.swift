import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-8 late add", .watched)
struct LateAddTests {
  /// A thread that waits for `go()` before it does its work: an add that comes late for certain.
  private final class LateThread: Sendable {
    private let start = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) {
      Thread { [start, finished] in
        start.wait()
        work()
        finished.signal()
      }.start()
    }

    /// Lets it do its work, and waits for the end of it.
    func go() {
      start.signal()
      finished.wait()
    }
  }

  @Test("raw: a remove before the add of another thread ends the process")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = Shared(Clock())
      let view = Shared(Recorder())
      let adding = LateThread { clock.object.addObserver(view.object, forKeyPath: "date") }
      clock.object.removeObserver(view.object, forKeyPath: "date")
      adding.go()
    }
    let text = text(try #require(result).standardErrorContent)
    #expect(text.contains("because it is not registered as an observer."))
  }

  @Test("raw: the same two in the other order leave nothing behind")
  func rawInOrder() {
    let clock = Shared(Clock())
    let view = Shared(Recorder())
    LateThread { clock.object.addObserver(view.object, forKeyPath: "date") }.go()
    clock.object.removeObserver(view.object, forKeyPath: "date")
    clock.object.date = 1
    #expect(view.object.changes.isEmpty)
  }

  @Test("managed: an unobserve before the observe of another thread does nothing, and it observes")
  func managedTooEarly() {
    let clock = Shared(Clock())
    let view = Shared(Recorder())
    let controller = KVOController(observer: view.object)
    let shared = Shared(controller)
    let adding = LateThread {
      shared.object.observe(clock.object, keyPath: "date", context: nil)
    }
    controller.unobserve(clock.object, keyPath: "date")
    adding.go()
    clock.object.date = 1
    #expect(view.object.changes.count == 1)
  }

  @Test("managed: in order, nothing is heard")
  func managedInOrder() {
    let clock = Shared(Clock())
    let view = Shared(Recorder())
    let controller = KVOController(observer: view.object)
    let shared = Shared(controller)
    LateThread { shared.object.observe(clock.object, keyPath: "date", context: nil) }.go()
    controller.unobserve(clock.object, keyPath: "date")
    clock.object.date = 1
    #expect(view.object.changes.isEmpty)
  }

  @Test("managed: a late observe on behalf of a view that has gone calls nobody")
  func managedGone() {
    let clock = Clock()
    var calls = 0
    var view: Recorder? = Recorder()
    weak let probe = view
    let controller = KVOController(observer: view)
    view = nil
    controller.observe(clock, \.$date, options: .initial) { _, _, _ in calls += 1 }
    clock.date = 1
    #expect(probe == nil)
    #expect(calls == 0)
  }
}
