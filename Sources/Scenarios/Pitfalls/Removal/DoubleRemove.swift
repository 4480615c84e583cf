import ManagedObserving
import RawObserving

/// REM-2: an observer is removed twice, by a reset method and by its deinit.
enum DoubleRemove {
  static let acts: [Act] = [
    .raw(
      "the view is reset, then it is released", .dies(.notRegistered), wanted: "the view is freed, the program goes on",
      raw),
    .managed("the view is reset, then it is released", .finds("the view is freed after 1 add and 2 removals"), managed),
  ]

  /// Counts for a view, and outlives it.
  private final class Count {
    var removals = 0
  }

  private final class ClockView: KeyValueObject {
    private let clock: Clock

    // snippet.view
    init(_ clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    func reset() { clock.removeObserver(self, forKeyPath: "date") }

    deinit { clock.removeObserver(self, forKeyPath: "date") }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {}
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    var view: ClockView? = ClockView(clock)
    let probe = Probe(view!)
    story.say("the view is reset")
    view?.reset()
    story.say("the view is released")
    view = nil
    return "the view is \(probe.isAlive ? "alive" : "freed"), the program goes on"
  }

  private final class ManagedClockView: KeyValueObject {
    private let clock: Clock
    private let count: Count

    init(_ clock: Clock, _ count: Count) {
      self.clock = clock
      self.count = count
      super.init()
      kvoController.observe(clock, \.$date) { _, _, _ in }
    }

    // snippet.managed-view
    func reset() {
      kvoController.unobserve(clock, \.$date)
      count.removals += 1
    }

    deinit { reset() }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let count = Count()
    var view: ManagedClockView? = ManagedClockView(clock, count)
    let probe = Probe(view!)
    story.say("the view is reset")
    view?.reset()
    story.say("the view is released")
    view = nil
    clock.date = 1
    return "the view is \(probe.isAlive ? "alive" : "freed") after 1 add and \(plural(count.removals, "removal"))"
  }
}
