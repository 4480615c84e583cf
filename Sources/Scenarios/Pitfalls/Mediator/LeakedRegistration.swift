import Harness
import ManagedObserving
import RawObserving

/// MED-7: the state of a record is written outside the lock, and a registration is left over.
enum LeakedRegistration {
  static let pitfall = Pitfall(
    "MED-7", "leaked-registration", "One thread unobserves while another is still registering",
    frequency: .rare, symptoms: [.diesWhenObservedGoes], isShownNaively: true,
    change: .delete(#"controller.object.unobserve(clock.object, keyPath: "date")"#, 3, of: 3),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "unobserved between the read of the state and the write", .finds("the unobserved clock has 1 registration"),
      wanted: "the unobserved clock has 0 registrations", raw),
    .raw(
      "the clock is then released, and only later systems clean up after it", .dies(.stillRegistered),
      current: .finds("the clock is freed"), wanted: "the clock is freed", clockGoes),
    .managed("unobserved inside the initial call", .finds("the unobserved clock has 0 registrations"), initial),
    .managed(
      "unobserved after the registration is recorded", .finds("the unobserved clock has 0 registrations"), recorded),
  ]

  /// A clock that says when a registration has been recorded, before `addObserver` returns.
  private final class TellingClock: Clock {
    var whenRecorded: () -> Void = {}

    override func addObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
      context: UnsafeMutableRawPointer?
    ) {
      super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      whenRecorded()
    }
  }

  /// Observes on this thread, and unobserves on another thread between the read and the write.
  private static func race(_ clock: Shared<Clock>, _ story: Story) -> NaiveController {
    let controller = Shared(NaiveController())
    controller.object.whenPreempted = {
      story.say("the \(threadName) thread has seen the state: initial")
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
        story.say("the \(threadName) thread has unobserved")
      }
    }
    controller.object.observe(clock.object, keyPath: "date") {}
    story.say("the \(threadName) thread has written the state: observing")
    controller.object.whenPreempted = {}
    return controller.object
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let controller = race(Shared(clock), story)
    let left = clock.activeRegistrations.count
    // Only to end this act: otherwise the clock's deallocation would raise an exception.
    clock.removeObserver(controller, forKeyPath: "date", context: nil)
    return "the unobserved clock has \(plural(left, "registration"))"
  }

  private static func clockGoes(_ story: Story) -> String {
    var clock: Clock? = Clock()
    let probe = Probe(clock!)
    let controller = race(Shared(clock!), story)
    story.say("the last reference to the clock is released")
    clock = nil
    withExtendedLifetime(controller) {}
    return "the clock is \(probe.fate)"
  }

  private static func recorded(_ story: Story) -> String {
    let clock = Shared(TellingClock())
    let view = CountingView()
    let controller = Shared(KVOController(observer: view))
    clock.object.whenRecorded = {
      story.say("the \(threadName) thread has registered")
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
        story.say("the \(threadName) thread has unobserved")
      }
    }
    controller.object.observe(clock.object, \.$date) { _, _, _ in }
    clock.object.whenRecorded = {}  // the closure holds the clock
    return "the unobserved clock has \(plural(clock.object.activeRegistrations.count, "registration"))"
  }

  private static func initial(_ story: Story) -> String {
    let clock = Shared(Clock())
    let view = CountingView()
    let controller = Shared(KVOController(observer: view))
    controller.object.observe(clock.object, \.$date, options: .initial) { _, _, _ in
      story.say("the \(threadName) thread is in the initial call")
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
        story.say("the \(threadName) thread has unobserved")
      }
    }
    return "the unobserved clock has \(plural(clock.object.activeRegistrations.count, "registration"))"
  }
}
