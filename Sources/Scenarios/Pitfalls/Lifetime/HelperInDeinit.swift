import Harness
import ManagedObserving
import RawObserving

/// LIF-12: the helper that observes for an object is first used in that object's deinit.
enum HelperInDeinit {
  static let pitfall = Pitfall(
    "LIF-12", "helper-in-deinit", "The lazy controller is first used in the observer's deinit",
    frequency: .rare, symptoms: [.neverCalled],
    change: .delete("view.observeAndSet()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a hand-written helper is created in deinit",
      .finds("after 1 change, the helper is called 1 time, the view 0 times"),
      wanted: "after 1 change, the helper is called 1 time, the view 1 time", raw),
    .managed(
      "the controller is created before the deinit",
      .finds("after 1 change, the view is called 1 time; 0 registrations are left"), inTime),
    .managed(
      "the lazy controller is created in deinit",
      .finds("after 1 change, the view is called 0 times; 0 registrations are left"),
      wanted: "after 1 change, the view is called 1 time; 0 registrations are left", sameMistake: true, inDeinit),
  ]

  /// Observes a clock for a view, which it holds weakly, and passes each call on to it.
  private final class ClockWatcher: KeyValueObject {
    private weak var view: RawView?
    private let clock: Clock
    private let calls: Tally

    init(for view: RawView) {
      (self.view, clock, calls) = (view, view.clock, view.helperCalls)
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: [], context: nil)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: nil) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calls.count += 1
      view?.dateDidChange()
    }
  }

  private final class RawView: KeyValueObject {
    let clock: Clock
    let helperCalls, viewCalls: Tally
    private lazy var watcher = ClockWatcher(for: self)

    init(of clock: Clock, _ helperCalls: Tally, _ viewCalls: Tally) {
      (self.clock, self.helperCalls, self.viewCalls) = (clock, helperCalls, viewCalls)
    }

    func dateDidChange() { viewCalls.count += 1 }

    deinit {
      let watcher = self.watcher
      clock.date += 1
      withExtendedLifetime(watcher) {}
    }
  }

  private static func raw(_ story: Story) -> String {
    let (clock, helperCalls, viewCalls) = (Clock(), Tally(), Tally())
    story.say("the view is released; its deinit creates a helper, and sets the clock")
    _ = RawView(of: clock, helperCalls, viewCalls)
    let (byHelper, byView) = (times(helperCalls.count), times(viewCalls.count))
    return "after \(plural(clock.date, "change")), the helper is called \(byHelper), the view \(byView)"
  }

  private class ClockView: KeyValueObject {
    let clock: Clock
    let calls: Tally
    let story: Story

    init(of clock: Clock, _ calls: Tally, _ story: Story) {
      (self.clock, self.calls, self.story) = (clock, calls, story)
    }

    // snippet.observe-and-set
    /// Observes the clock, and sets it. A view calls this in its deinit, or before it.
    final func observeAndSet() {
      kvoController.observe(clock, \.$date) { view, _, _ in view.calls.count += 1 }
      story.say("the clock has \(plural(clock.activeRegistrations.count, "registration")), and is set")
      clock.date += 1
    }
    // snippet.end
  }

  // snippet.asked
  private final class LateView: ClockView {
    deinit { observeAndSet() }
  }

  private static func inDeinit(_ story: Story) -> String {
    let (clock, calls) = (Clock(), Tally())
    _ = LateView(of: clock, calls, story)
    return finding(clock, calls)
  }
  // snippet.end

  // snippet.in-time
  private static func inTime(_ story: Story) -> String {
    let (clock, calls) = (Clock(), Tally())
    var view: ClockView! = ClockView(of: clock, calls, story)
    view.observeAndSet()
    story.say("the owner releases the view")
    view = nil
    return finding(clock, calls)
  }
  // snippet.end

  private static func finding(_ clock: Clock, _ calls: Tally) -> String {
    let left = plural(clock.activeRegistrations.count, "registration")
    return "after \(plural(clock.date, "change")), the view is called \(times(calls.count)); \(left) are left"
  }
}
