import ManagedObserving
import RawObserving

/// LIF-12: the helper that observes for an object is first used in that object's deinit.
enum HelperInDeinit {
  static let acts: [Act] = [
    .raw(
      "a hand-written helper is created in deinit",
      .finds("after 1 change, the helper is called 1 time, the view 0 times"),
      wanted: "after 1 change, the helper is called 1 time, the view 1 time", raw),
    .managed(
      "the controller is created before the deinit",
      .finds("after 1 change, the view is called 1 time; 0 registrations are left"), inTime),
    .managed(
      "a non-retaining controller, created in deinit, observes its owner", .dies(.stillRegistered),
      current: .finds("the thermostat is freed, the program goes on"),
      wanted: "the thermostat is freed, the program goes on", sameMistake: true, itself),
    .managed(
      "the lazy controller is created in deinit",
      .finds("after 1 change, the view is called 0 times; 0 registrations are left"),
      wanted: "after 1 change, the view is called 1 time; 0 registrations are left", sameMistake: true, inDeinit),
  ]

  /// A clock that counts its registrations.
  private final class CountedClock: Clock {
    private(set) var registrations = 0

    override func addObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
      context: UnsafeMutableRawPointer?
    ) {
      super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      registrations += 1
    }

    override func removeObserver(
      _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
      super.removeObserver(observer, forKeyPath: keyPath, context: context)
      registrations -= 1
    }
  }

  /// Counts calls. It outlives the view.
  private final class Tally {
    var byHelper = 0
    var byView = 0
  }

  /// Observes a clock for a view, which it holds weakly, and passes each call on to it.
  private final class ClockWatcher: KeyValueObject {
    private weak var view: RawView?
    private let clock: CountedClock
    private let tally: Tally

    init(for view: RawView) {
      self.view = view
      clock = view.clock
      tally = view.tally
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: [], context: nil)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: nil) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      tally.byHelper += 1
      view?.dateDidChange()
    }
  }

  // snippet.raw
  private final class RawView: KeyValueObject {
    let clock: CountedClock
    let tally: Tally
    private lazy var watcher = ClockWatcher(for: self)

    init(of clock: CountedClock, _ tally: Tally) {
      self.clock = clock
      self.tally = tally
    }

    func dateDidChange() { tally.byView += 1 }

    deinit {
      let watcher = self.watcher
      clock.date += 1
      withExtendedLifetime(watcher) {}
    }
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let (clock, tally) = (CountedClock(), Tally())
    story.say("the view is released; its deinit creates a helper, and sets the clock")
    _ = RawView(of: clock, tally)
    return """
      after \(plural(clock.date, "change")), the helper is called \(times(tally.byHelper)), the view \(times(tally.byView))
      """
  }

  private static func finding(_ clock: CountedClock, _ tally: Tally) -> String {
    let left = clock.registrations
    return """
      after \(plural(clock.date, "change")), the view is called \(times(tally.byView)); \
      \(plural(left, "registration")) \(left == 1 ? "is" : "are") left
      """
  }

  private class ClockView: KeyValueObject {
    let clock: CountedClock
    let tally: Tally
    let story: Story

    init(of clock: CountedClock, _ tally: Tally, _ story: Story) {
      self.clock = clock
      self.tally = tally
      self.story = story
    }

    // snippet.observe-and-set
    /// Observes the clock, and sets it. A view calls this in its deinit, or before it.
    final func observeAndSet() {
      kvoController.observe(clock, \.$date) { view, _, _ in view.tally.byView += 1 }
      story.say("the clock has \(plural(clock.registrations, "registration")), and is set")
      clock.date += 1
    }
    // snippet.end
  }

  // snippet.in-deinit
  private final class LateView: ClockView {
    deinit { observeAndSet() }
  }
  // snippet.end

  private static func inDeinit(_ story: Story) -> String {
    let (clock, tally) = (CountedClock(), Tally())
    _ = LateView(of: clock, tally, story)
    return finding(clock, tally)
  }

  // snippet.in-time
  private static func inTime(_ story: Story) -> String {
    let (clock, tally) = (CountedClock(), Tally())
    var view: ClockView! = ClockView(of: clock, tally, story)
    view.observeAndSet()
    story.say("the owner releases the view")
    view = nil
    return finding(clock, tally)
  }
  // snippet.end

  // snippet.itself
  private final class LateThermostat: KeyValueObject {
    @Observed var temperature = 18

    deinit {
      kvoControllerNonRetaining.observe(self, \.$temperature) { _, _, _ in }
    }
  }
  // snippet.end

  private static func itself(_ story: Story) -> String {
    var thermostat: LateThermostat! = LateThermostat()
    let probe = Probe(thermostat)
    story.say("the thermostat is released")
    thermostat = nil
    return "the thermostat is \(probe.isAlive ? "alive" : "freed"), the program goes on"
  }
}
