import Harness
import ManagedObserving
import RawObserving

/// CTX-4: a class and its subclass have the same context, and the subclass handles every call as its own.
enum SharedContext {
  static let pitfall = Pitfall(
    "CTX-4", "shared-context", "Superclass and subclass both use nil as their context",
    frequency: .rare, symptoms: [.calledForOthers, .valueWrong, .neverCalled],
    change: .double("temperatures.append(degrees)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "both contexts are nil", .finds("the date is shown 0 times, and shown as degrees 1 time"),
      wanted: "the date is shown 1 time, and shown as degrees 0 times", bothNil),
    .raw("a context for each class", .finds("the date is shown 1 time, and shown as degrees 0 times"), own),
    .managed("a closure for each property", .finds("the date is shown 1 time, and shown as degrees 0 times"), managed),
  ]

  // Only the addresses are used: nothing is ever read from them or written to them.
  nonisolated(unsafe) private static let clockViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) private static let hallViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// Shows the time.
  private class ClockView: KeyValueObject {
    let clock: Clock
    let context: UnsafeMutableRawPointer?
    let story: Story
    private(set) var dates: [Int] = []

    init(_ clock: Clock, context: UnsafeMutableRawPointer?, _ story: Story) {
      self.clock = clock
      self.context = context
      self.story = story
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: .new, context: context)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: context) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == self.context else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      dates.append(change.newValue as? Int ?? 0)
      story.say("the view shows the date \(clock.date)")
    }
  }

  /// Shows the temperature as well.
  private final class HallView: ClockView {
    let thermostat: Thermostat
    let hallContext: UnsafeMutableRawPointer?
    private(set) var temperatures: [Int] = []

    init(
      _ clock: Clock, context: UnsafeMutableRawPointer?, _ thermostat: Thermostat,
      hallContext: UnsafeMutableRawPointer?, _ story: Story
    ) {
      self.thermostat = thermostat
      self.hallContext = hallContext
      super.init(clock, context: context, story)
      thermostat.addObserver(self, forKeyPath: "temperature", options: .new, context: hallContext)
    }

    deinit { thermostat.removeObserver(self, forKeyPath: "temperature", context: hallContext) }

    // snippet.subclass
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == hallContext else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      let degrees = change.newValue as? Int ?? 0
      temperatures.append(degrees)
      story.say("the view shows \(degrees) degrees")
    }
    // snippet.end
  }

  private static func bothNil(_ story: Story) -> String {
    let (clock, thermostat) = (Clock(), Thermostat())
    let view = HallView(clock, context: nil, thermostat, hallContext: nil, story)
    story.say("the date is set to 7, the temperature to 21")
    clock.date = 7
    thermostat.temperature = 21
    return finding(view.dates, view.temperatures)
  }

  private static func own(_ story: Story) -> String {
    let (clock, thermostat) = (Clock(), Thermostat())
    let view = HallView(
      clock, context: clockViewContext, thermostat, hallContext: hallViewContext, story)
    story.say("the date is set to 7, the temperature to 21")
    clock.date = 7
    thermostat.temperature = 21
    return finding(view.dates, view.temperatures)
  }

  private static func finding(_ dates: [Int], _ temperatures: [Int]) -> String {
    let (shown, mistaken) = (dates.count { $0 == 7 }, temperatures.count { $0 == 7 })
    return "the date is shown \(times(shown)), and shown as degrees \(times(mistaken))"
  }

  private final class ManagedHallView: ManagedClockView {
    private(set) var temperatures: [Int] = []

    // snippet.managed
    init(_ clock: Clock, _ thermostat: Thermostat, _ story: Story) {
      super.init(clock, story)
      kvoController.observe(thermostat, \.$temperature) { view, thermostat, _ in
        view.temperatures.append(thermostat.temperature)
        view.story.say("the view shows \(thermostat.temperature) degrees")
      }
    }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let (clock, thermostat) = (Clock(), Thermostat())
    let view = ManagedHallView(clock, thermostat, story)
    story.say("the date is set to 7, the temperature to 21")
    clock.date = 7
    thermostat.temperature = 21
    return finding(view.shown, view.temperatures)
  }
}
