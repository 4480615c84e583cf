import Harness
import ManagedObserving
import RawObserving

/// REM-2: an observer is removed twice, by a reset method and by its deinit.
enum DoubleRemove {
  static let pitfall = Pitfall(
    "REM-2", "double-remove", "An observer is removed twice: by a reset method and by deinit",
    frequency: .sometimes, symptoms: [.diesWhenRemoved],
    change: .delete(#"deinit { clock.removeObserver(self, forKeyPath: "date") }"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view is reset, then it is released", .dies(.notRegistered), wanted: "the view is freed, the program goes on",
      raw),
    .managed("the view is reset, then it is released", .finds("the view is freed after 1 add and 2 removals"), managed),
  ]

  private final class ClockView: CountingView {
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
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    var view: ClockView? = ClockView(clock)
    let probe = Probe(view!)
    story.say("the view is reset")
    view?.reset()
    story.say("the view is released")
    view = nil
    return "the view is \(probe.fate), the program goes on"
  }

  private final class ManagedClockView: KeyValueObject {
    private let clock: Clock
    private let removals: Tally

    init(_ clock: Clock, _ removals: Tally) {
      self.clock = clock
      self.removals = removals
      super.init()
      kvoController.observe(clock, \.$date) { _, _, _ in }
    }

    // snippet.managed-view
    func reset() {
      kvoController.unobserve(clock, \.$date)
      removals.count += 1
    }

    deinit { reset() }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let removals = Tally()
    var view: ManagedClockView? = ManagedClockView(clock, removals)
    let probe = Probe(view!)
    story.say("the view is reset")
    view?.reset()
    story.say("the view is released")
    view = nil
    clock.date = 1
    return "the view is \(probe.fate) after 1 add and \(plural(removals.count, "removal"))"
  }
}
