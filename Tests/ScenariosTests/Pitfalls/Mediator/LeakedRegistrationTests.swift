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

    // The controller has no record, so the registration cannot be removed, and no observer is called.
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
}
