import ManagedObserving
import RawObserving

/// MED-7: the state of a record is written outside the lock, and a registration is left that nobody removes.
enum LeakedRegistration {
  static let pitfall = Pitfall(
    "MED-7", "leaked-registration", "An unobserve on one thread races the registration on another",
    lesson: "23-races-of-the-original.md#med-7-leaked-registration", isShownNaively: true,
    acts: [
      .raw(
        "between the look at the state and the write", .finds("unobserved, registrations left: 1"),
        raw),
      .raw(
        "the same, and the clock goes", .dies("was deallocated while key value observers were"),
        relaxed: .finds("the clock is freed"), clockGoes),
      .managed("inside the initial call", .finds("unobserved, registrations left: 0"), initial),
      .managed(
        "after the registration is recorded", .finds("unobserved, registrations left: 0"), recorded),
    ])

  /// A clock that counts its registrations.
  private final class CountedClock: Clock {
    private(set) var registrations = 0

    /// Called when a registration has been recorded, and the caller of `addObserver` does not know of it yet.
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

  private final class ClockView: KeyValueObject {}

  // snippet.race
  /// Observes on this thread, and unobserves on another one at the worst moment.
  private static func race(_ clock: Shared<CountedClock>, _ story: Story) -> NaiveController {
    let controller = Shared(NaiveController())
    controller.object.whenPreempted = {
      story.say("\(threadName) has seen the state: initial")
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
        story.say("\(threadName) has unobserved")
      }
    }
    controller.object.observe(clock.object, keyPath: "date") {}
    story.say("\(threadName) has written the state: observing")
    controller.object.whenPreempted = {}
    return controller.object
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let clock = CountedClock()
    let controller = race(Shared(clock), story)
    let left = clock.registrations
    // Only to end this act: the clock could not go otherwise.
    clock.removeObserver(controller, forKeyPath: "date", context: nil)
    return "unobserved, registrations left: \(left)"
  }

  private static func clockGoes(_ story: Story) -> String {
    var clock: CountedClock? = CountedClock()
    let probe = Probe(clock!)
    let controller = race(Shared(clock!), story)
    story.say("the last reference to the clock is let go")
    clock = nil
    withExtendedLifetime(controller) {}
    return probe.isAlive ? "the clock is alive" : "the clock is freed"
  }

  // snippet.recorded
  private static func recorded(_ story: Story) -> String {
    let clock = Shared(CountedClock())
    let view = ClockView()
    let controller = Shared(KVOController(observer: view))
    clock.object.whenRecorded = {
      story.say("\(threadName) has registered")
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
        story.say("\(threadName) has unobserved")
      }
    }
    controller.object.observe(clock.object, \.$date) { _, _, _ in }
    clock.object.whenRecorded = {}  // the closure holds the clock
    return "unobserved, registrations left: \(clock.object.registrations)"
  }
  // snippet.end

  private static func initial(_ story: Story) -> String {
    let clock = Shared(CountedClock())
    let view = ClockView()
    let controller = Shared(KVOController(observer: view))
    controller.object.observe(clock.object, \.$date, options: .initial) { _, _, _ in
      story.say("\(threadName) is in the initial call")
      onAnotherThread(named: "network") {
        controller.object.unobserve(clock.object, keyPath: "date")
        story.say("\(threadName) has unobserved")
      }
    }
    return "unobserved, registrations left: \(clock.object.registrations)"
  }
}
