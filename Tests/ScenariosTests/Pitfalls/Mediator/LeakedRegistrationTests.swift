import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-7 leaked registration", .watched)
struct LeakedRegistrationTests {
  /// Counts its registrations, and tells when one has been recorded.
  private final class CountedClock: Clock {
    var registrations = 0
    var whenRecorded: () -> Void = {}

    override func addObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
      context: UnsafeMutableRawPointer?
    ) {
      super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      registrations += 1
      whenRecorded()
    }

    override func removeObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
      super.removeObserver(observer, forKeyPath: keyPath, context: context)
      registrations -= 1
    }
  }

  private let clock = Shared(CountedClock())

  @Test("naive: an unobserve between the look at the state and the write leaves a registration")
  func naive() {
    let controller = Shared(NaiveController())
    controller.object.whenPreempted = { [clock] in
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
      }
    }
    let calls = Locked(0)
    controller.object.observe(clock.object, keyPath: "date") { calls.withLock { $0 += 1 } }
    controller.object.whenPreempted = {}
    #expect(clock.object.registrations == 1)

    // The controller knows of nothing, so nobody can remove it, and nobody is told.
    controller.object.unobserve(clock.object, keyPath: "date")
    clock.object.date = 1
    #expect(clock.object.registrations == 1)
    #expect(calls.withLock { $0 } == 0)
    clock.object.removeObserver(controller.object, forKeyPath: "date", context: nil)
  }

  @Test("naive: one thread alone never meets the hazard")
  func naiveAlone() {
    let controller = NaiveController()
    let calls = Locked(0)
    controller.observe(clock.object, keyPath: "date") { calls.withLock { $0 += 1 } }
    clock.object.date = 1
    controller.unobserve(clock.object, keyPath: "date")
    clock.object.date = 2
    #expect(calls.withLock { $0 } == 1)
    #expect(clock.object.registrations == 0)
  }

  @Test("naive: in the classic era the clock dies of the registration that is left")
  func naiveDeath() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let controller = Shared(NaiveController())
      leave(Shared(Clock()), observedBy: controller)
      withExtendedLifetime(controller) {}
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("was deallocated while key value observers were still registered"))
  }

  @Test("here: an unobserve inside the initial call leaves nothing, whichever thread it is on")
  func initial() {
    let controller = Shared(KVOController(observer: clock.object))
    controller.object.observe(clock.object, \.$date, options: .initial) {
      _, clock, _ in
      let clock = Shared(clock)
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
      }
    }
    #expect(clock.object.registrations == 0)
  }

  @Test("here: an unobserve just after the registration was recorded leaves nothing")
  func recorded() {
    let view = Recorder()
    let controller = Shared(KVOController(observer: view))
    clock.object.whenRecorded = { [clock] in
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
      }
    }
    controller.object.observe(clock.object, keyPath: "date", context: nil)
    #expect(clock.object.registrations == 0)
    clock.object.date = 1
    #expect(view.changes.isEmpty)
    // It can be observed again, and then stays observed.
    clock.object.whenRecorded = {}
    controller.object.observe(clock.object, keyPath: "date", context: nil)
    #expect(clock.object.registrations == 1)
    controller.object.unobserveAll()
  }
}

/// Observes and unobserves the clock, on two threads at the worst moment.
private func leave(_ clock: Shared<Clock>, observedBy controller: Shared<NaiveController>) {
  controller.object.whenPreempted = {
    onAnotherThread(named: "network") {
      controller.object.unobserve(clock.object, keyPath: "date")
    }
  }
  controller.object.observe(clock.object, keyPath: "date") {}
  controller.object.whenPreempted = {}
}
